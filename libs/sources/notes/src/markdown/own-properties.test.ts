import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FolderReader } from '@tributary/sources-folder';
import { temporaryFolder } from '@tributary/testing';
import { expect, it } from 'vitest';
import { noteReaders } from '../note-readers.js';
import { HeadedFilesReader } from './headed-files-reader.js';
import { ownProperties, withinBounds } from './own-properties.js';

const files = new FolderReader();
const readers = { obsidian: noteReaders(files).obsidian, folder: new HeadedFilesReader(files) };

const HEAD = `---
title: Meeting
tags: [work]
Created: 2024-03-01
aliases: [Talk]
status: draft
Rating: 4
phone: 0301234567
price: 1.10
version: "1.10"
read: yes
serial: 90071992547409931
small: -0.5
done: false
due: 2024-05-01
attendees:
  - "[[People/Zoë|my star]]"
  - Ann
  - [[Okonkwo]]
  - "[[#Costs]]"
  - 7
about: "[[The Boiler#Costs]]"
nested: { a: 1 }
empty:
up: "[[#Costs]]"
none: []
---
Text.
`;

it.each(['obsidian', 'folder'] as const)('front matter gives its own properties as they are written: %s', async (kind) => {
  await using folder = await temporaryFolder();
  await writeFile(join(folder.path, 'a.md'), HEAD);
  const outcome = await readers[kind].read(folder.path, 'a.md');
  expect(outcome).toMatchObject({ tags: ['work'], createdAt: '2024-03-01T00:00:00.000Z' });
  expect(outcome.read && outcome.metadata).toEqual({
    aliases: 'Talk',
    status: 'draft',
    Rating: 4,
    phone: '0301234567',
    price: 1.1,
    version: '1.10',
    read: 'yes',
    serial: '90071992547409931',
    small: -0.5,
    done: false,
    due: '2024-05-01',
    attendees: ['Zoë', 'Ann', 'Okonkwo', '7'],
    about: 'The Boiler',
    ...(kind === 'obsidian' && { links: ['Zoë', 'The Boiler'] }),
  });
});

it.each(['obsidian', 'folder'] as const)(
  'a field of which nothing else was made is a property, whatever it is called: %s',
  async (kind) => {
    await using folder = await temporaryFolder();
    const head = ['created: 2024-01-01', 'date: 2024-05-01', 'Updated: 05/03/2024', 'tags: [work]', 'tag: home', 'alias: 7', 'title: 1984'];
    await writeFile(join(folder.path, 'a.md'), `---\n${head.join('\n')}\n---\nText.\n`);
    const outcome = await readers[kind].read(folder.path, 'a.md');
    expect(outcome).toMatchObject({ tags: ['work'], createdAt: '2024-01-01T00:00:00.000Z' });
    expect(outcome.read && outcome.metadata).toEqual({ aliases: '7', date: '2024-05-01', Updated: '05/03/2024', tag: 'home', title: 1984 });
  },
);

it('notes that properties lead to are among its links, what is attached is not', async () => {
  await using folder = await temporaryFolder();
  const head = ['up: "[[Index]]"', 'cover: "[[plan.png]]"', 'with: ["[[Zoë|her]]", "[[#Costs]]", Ann]'].join('\n');
  await writeFile(join(folder.path, 'a.md'), `---\n${head}\n---\nOf [[Zoë]] and [[Rent]].\n`);
  expect(await readers.obsidian.read(folder.path, 'a.md')).toMatchObject({ metadata: { links: ['Index', 'Zoë', 'Rent'] } });
});

it('a property of links stands before those of the text', async () => {
  await using folder = await temporaryFolder();
  await writeFile(join(folder.path, 'a.md'), '---\nlinks: ["[[Rent]]", Zoë]\n---\nOf [[Zoë]] and [[Ann]].\n');
  expect(await readers.obsidian.read(folder.path, 'a.md')).toMatchObject({ metadata: { links: ['Rent', 'Zoë', 'Ann'] } });
});

it('bounds what is kept of them', () => {
  const many = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`p${at.toString()}`, at]));
  expect(Object.keys(ownProperties(many, new Set()))).toHaveLength(64);
  const list = Array.from({ length: 100 }, (_, at) => at);
  expect(ownProperties({ list }, new Set())['list']).toHaveLength(64);
  const long = { text: 'x'.repeat(2001), ['n'.repeat(201)]: 1, list: ['x'.repeat(2001)], infinite: Infinity, ok: 'x'.repeat(2000) };
  expect(Object.keys(ownProperties(long, new Set()))).toEqual(['ok']);
});

const sizeOf = (metadata: unknown) => JSON.stringify(metadata).length;

it('bounds what one note has of them together, its links at last', async () => {
  await using folder = await temporaryFolder();
  const text = 'x'.repeat(1500);
  const head = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}: ${text}`).join('\n');
  const names = Array.from({ length: 200 }, (_, n) => `Note ${n.toString().padStart(100, '0')}`);
  await writeFile(join(folder.path, 'a.md'), `---\n${head}\nsmall: 1\n---\n${names.map((name) => `[[${name}]]`).join('\n')}\n`);
  const kept = { a: text, b: text, c: text, d: text, e: text, small: 1 };
  const plain = await readers.folder.read(folder.path, 'a.md');
  expect(plain.read && plain.metadata).toEqual(kept);
  const outcome = await readers.obsidian.read(folder.path, 'a.md');
  const metadata = outcome.read ? outcome.metadata : {};
  expect(metadata).toEqual({ ...kept, links: names.slice(0, 4) });
  expect(sizeOf(metadata)).toBeLessThanOrEqual(8000);
});

it('cuts a list that has no room, and leaves out what is longer than it', () => {
  const list = Array.from({ length: 64 }, () => 'é'.repeat(500));
  const bounded = withinBounds({ list, long: 'x'.repeat(900), small: true });
  expect(bounded).toEqual({ list: list.slice(0, 15), small: true });
  expect(sizeOf(bounded)).toBeLessThanOrEqual(8000);
});

it('aliases are one text, and a list where one has a comma of its own', async () => {
  await using folder = await temporaryFolder();
  const aliasesOf = async (written: string) => {
    await writeFile(join(folder.path, 'a.md'), `---\naliases: ${written}\n---\nText.\n`);
    const outcome = await readers.obsidian.read(folder.path, 'a.md');
    return outcome.read && outcome.metadata?.['aliases'];
  };
  expect(await aliasesOf('[Lease, Flat]')).toBe('Lease, Flat');
  expect(await aliasesOf('[Lease, "Paris, Texas"]')).toEqual(['Lease', 'Paris, Texas']);
});
