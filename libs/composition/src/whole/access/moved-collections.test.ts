import { AppPasswords } from '@tributary/sources-nextcloud';
import { eventually, findQdrantProgram, startNotesServer, startQdrantServer, type NotesServer } from '@tributary/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { vectorOf } from '../points/points-bed.fixture.js';
import { openAccessBed, tokenOf, type AccessBed } from './access-bed.fixture.js';

const QDRANT = findQdrantProgram();
const Hits = z.object({ hits: z.array(z.object({ uri: z.string(), content: z.string() })) });

/** Texts as mcp-server-qdrant keeps them, one of each owner. */
async function makeForeign(url: string, name: string): Promise<void> {
  const put = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${url}/collections/${name}${path}`, { method: 'PUT', body: JSON.stringify(body), headers });
    if (!response.ok) throw new Error(await response.text());
  };
  await put('', { vectors: { 'fast-static': { size: 256, distance: 'Cosine' } } });
  const owners = ['alice', 'bob'];
  const texts = owners.map((owner) => `The boiler of ${owner} in ${name}.`);
  const vectors = await Promise.all(texts.map(vectorOf));
  const points = texts.map((document, n) => ({
    id: `00000000-0000-4000-8000-00000000000${n.toString()}`,
    vector: { 'fast-static': vectors[n] },
    payload: { document, metadata: { owner: owners[n] } },
  }));
  await put('/points?wait=true', { points });
}

describe('a collection that is moved', { timeout: 120_000 }, () => {
  if (QDRANT.kind === 'none') {
    it('is not tested here', (context) => context.skip(QDRANT.reason));
    return;
  }
  const { command } = QDRANT;
  let qdrant: Awaited<ReturnType<typeof startQdrantServer>>;
  let cloud: NotesServer;
  let bed: AccessBed;

  const store = (user: string, body: object) => bed.call(tokenOf(user), '/api/store', body);
  const collectionsOf = async (user: string) => (await bed.call(tokenOf(user), '/api/collections')).text;
  const hitsOf = async (user: string, collections = ['*']) =>
    Hits.parse(JSON.parse((await bed.call(tokenOf(user), '/api/search', { query: 'boiler', collections, deadline_ms: 5000 })).text)).hits;
  const textsOf = async (user: string) => (await hitsOf(user)).map(({ content }) => content).sort();
  async function move(name: string, to: string, into = name): Promise<void> {
    const begun = await bed.call(bed.owner, `/api/collections/${name}/migrate`, { to });
    expect([begun.status, begun.text]).toEqual([expect.any(Number), expect.stringContaining('"state"')]);
    await eventually(async () => {
      const { text } = await bed.call(bed.owner, `/api/collections/${into}/migrate`);
      expect(JSON.parse(text)).toMatchObject({ state: 'done' });
    });
  }

  beforeAll(async () => {
    qdrant = await startQdrantServer(command);
    cloud = await startNotesServer({ alice: 'pass-of-alice' });
    await makeForeign(qdrant.url, 'house');
    await makeForeign(qdrant.url, 'shared');
    const scopes = ['search:read', 'documents:write'];
    bed = await openAccessBed(
      {
        alice: { scopes, userId: 'alice' },
        bob: { scopes, userId: 'bob' },
        eve: { scopes, userId: 'eve', collections: ['house'] },
        robot: { scopes },
      },
      [
        { path: ['engines'], value: { main: { type: 'embedded' }, other: { type: 'qdrant', url: qdrant.url } }, flag: 'engines' },
        { path: ['dialects', 'nextcloud'], value: { source: { url: cloud.url } }, flag: 'dialects.nextcloud' },
      ],
    );
    const adopt = (collection: string, more: object = {}) =>
      bed.call(bed.owner, `/api/collections/${collection}/adopt`, { engine: 'other', ...more });
    expect((await adopt('house')).text).toContain('"adopted":true');
    expect((await adopt('shared', { fields: { user_id: 'metadata.owner' } })).text).toContain('"adopted":true');
    await new AppPasswords(bed.folder).put('alice', { login: 'alice', password: 'pass-of-alice' });
    cloud.notes.get('alice')?.set(1, { title: 'Plan', content: 'The boiler of alice in her notes.', modified: 1000 });
    await bed.call(tokenOf('alice'), '/api/sources', { wait_ms: 30_000, kind: 'nextcloud-notes', location: 'alice' });
  }, 120_000);
  afterAll(async () => {
    await bed.close();
    await cloud.stop();
    await qdrant.remove();
  });

  it('stays closed to users who are not granted it by name, where nothing says whose its rows are', async () => {
    const seen = async () => [await collectionsOf('alice'), (await textsOf('alice')).join(' ')].join(' ');
    expect(await seen()).not.toContain('house');
    await move('house', 'main');
    expect(await seen()).not.toContain('house');
    expect(await textsOf('eve')).toEqual(['The boiler of alice in house.', 'The boiler of bob in house.']);
    expect(await collectionsOf('robot')).toContain('house');
    await move('house', 'main/attic', 'attic');
    expect(await seen()).not.toMatch(/house|attic/);
  });

  it('leaves its documents to their users, where its card says whose they are', async () => {
    const toldOf = async (user: string) => (await bed.call(tokenOf(user), '/api/collections/shared')).text;
    expect(await toldOf('alice')).toContain('"description":"Passages of several users"');
    await move('shared', 'main');
    expect(await toldOf('alice')).not.toContain('of bob');
    const [his] = await hitsOf('alice', ['shared']);
    expect(his?.content).toBe('The boiler of alice in shared.');
    const id = decodeURIComponent(his?.uri.replace(/^tributary:\/\/shared\/|#.*$/g, '') ?? '');
    expect((await store('bob', { collection: 'shared', id, text: 'A boiler, by bob.' })).text).toContain('DOCUMENT.ID_TAKEN');
    expect((await store('alice', { collection: 'shared', id, text: 'A new boiler, by alice.' })).status).toBeLessThan(300);
    expect((await hitsOf('alice', ['shared'])).map(({ content }) => content)).toEqual(['A new boiler, by alice.']);
  });

  it('stays its user’s under another name', async () => {
    await move('nextcloud-alice-notes', 'main/notes-of-alice', 'notes-of-alice');
    expect(await collectionsOf('bob')).not.toContain('alice');
    expect((await hitsOf('alice', ['notes-of-alice'])).map(({ content }) => content)).toEqual([
      expect.stringContaining('of alice in her notes.'),
    ]);
    expect((await store('alice', { collection: 'notes-of-alice', id: '1', text: 'Written anew by alice.' })).status).toBeLessThan(300);
  });
});
