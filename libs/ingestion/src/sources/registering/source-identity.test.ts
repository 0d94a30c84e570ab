import { nextcloudNameOf } from '@tributary/contracts';
import { expect, it } from 'vitest';
import { notesCollectionOf, routeOf } from './source-identity.js';

const collectionOf = (userId: string, name = nextcloudNameOf(userId)) =>
  routeOf({ kind: 'nextcloud-notes', location: `https://cloud.example/#${userId}`, name, userId }).docs;

it.each([
  ['quinn', 'nextcloud-quinn-notes'],
  ['Max.Muster_1', 'nextcloud-Max.Muster_1-notes'],
  ['my-notes', 'nextcloud-my-notes-notes'],
])('calls the collection of the notes of %s by his name', (user, collection) => {
  expect(collectionOf(user)).toBe(collection);
  expect(notesCollectionOf(user)).toBe(collection);
});

it('keeps users apart whose names come to one, as a name of a collection is written', () => {
  const users = ["o'neil", 'o-neil', 'o neil', 'jürgen', 'jörgen', 'j-rgen', 'max@firma.de', 'max-firma.de', 'my', 'my-notes'];
  const long = ['x'.repeat(200), `${'x'.repeat(200)}y`];
  const collections = [...users, ...long].map((user) => collectionOf(user));
  expect(new Set(collections).size).toBe(collections.length);
  expect(collections).toEqual(expect.arrayContaining(['nextcloud-o-neil-notes', 'nextcloud-max-firma.de-notes']));
  for (const collection of collections) expect(collection).toMatch(/^nextcloud-[\w.-]{1,103}-notes$/);
});

it('gives nobody the name of another by a user who is called as that reads', () => {
  const changed = /^nextcloud-(.+)-notes$/.exec(collectionOf("o'neil"))?.[1] ?? '';
  expect(changed).toMatch(/^o-neil-[0-9a-f]{6}$/);
  expect(collectionOf(changed)).not.toBe(collectionOf("o'neil"));
});

it('goes by the name that a source got where the first one was another’s', () => {
  expect(collectionOf('quinn', 'nextcloud-quinn-0a1b2c')).toBe('nextcloud-quinn-0a1b2c-notes');
});

it('leaves what somebody names, and what is no Nextcloud, as it was', () => {
  const named = { kind: 'nextcloud-notes', location: 'x', name: 'my-notes', wish: 'my-notes', userId: "o'neil" } as const;
  expect(routeOf(named).docs).toBe('my-notes');
  expect(routeOf({ ...named, collection: 'letters' }).docs).toBe('letters');
  expect(routeOf({ kind: 'obsidian', location: 'x', name: 'field notes' }).docs).toBe('field-notes');
});
