import { SourceSummary } from '@tributary/contracts';
import { AppPasswords } from '@tributary/sources-nextcloud';
import { startNotesServer, type NotesServer } from '@tributary/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { openAccessBed, tokenOf, type AccessBed } from '../whole/access/access-bed.fixture.js';

const [IVO, GERD, IVOS_READER] = [tokenOf('ivo'), tokenOf('gerd'), tokenOf('ivos-reader')];
const NOTE = 'tributary://nextcloud-ivo-notes/1';

let cloud: NotesServer;
let bed: AccessBed;
beforeAll(async () => {
  cloud = await startNotesServer({ ivo: 'pass-of-ivo' });
  const scopes = ['search:read', 'documents:write'];
  bed = await openAccessBed(
    {
      ivo: { scopes, userId: 'ivo' },
      gerd: { scopes, userId: 'gerd' },
      'ivos-reader': { scopes: ['search:read'], userId: 'ivo' },
    },
    [{ path: ['dialects', 'nextcloud'], value: { source: { url: cloud.url } }, flag: 'dialects.nextcloud' }],
  );
  await new AppPasswords(bed.folder).put('ivo', { login: 'ivo', password: 'pass-of-ivo' });
  cloud.notes.get('ivo')?.set(1, { title: 'Plan', content: 'Ivo plans the garden.', modified: 1000 });
  cloud.notes.get('ivo')?.set(2, { title: 'List', content: 'Ivo buys a spade.', modified: 1000 });
});
afterAll(async () => {
  await bed.close();
  await cloud.stop();
});

const sync = async (token: string) => {
  const { text } = await bed.call(token, '/api/sources', { kind: 'nextcloud-notes', location: 'ivo', wait_ms: 30_000 });
  return z.object({ source: SourceSummary }).parse(JSON.parse(text)).source;
};
const statusOf = async () => (await bed.call(IVO, '/api/fetch', { uri: NOTE })).status;
const remove = (token: string, id: string) => bed.send(token, `/api/sources/${id}?keep=documents`, { method: 'DELETE' });

it('his own notes are deleted by their user, and brought back by him, also where the owner registered them', async () => {
  const { id } = await sync(bed.owner);
  const deleted = await bed.call(IVO, '/api/delete', { ids: [NOTE] });
  expect(JSON.parse(deleted.text)).toMatchObject({ documents: 1 });
  expect(deleted.text).toContain(`or its user: tributary sources remove ${id} --keep-documents, then sync it again`);
  expect(await sync(bed.owner)).toMatchObject({ documents: 1, skipped: { deleted: 1 } });

  const refused = [await remove(GERD, id), await remove(IVOS_READER, id), await remove(GERD, 'no-such')];
  expect(refused.map(({ status, text }) => [status, /scope [a-z:]+[a-z]/.exec(text)?.[0]])).toEqual([
    [403, 'scope admin'],
    [403, 'scope documents:write'],
    [403, 'scope admin'],
  ]);
  expect((await remove(IVO, id)).status).toBeLessThan(300);
  expect(await statusOf()).toBe(404);
  expect(await sync(IVO)).toMatchObject({ id, documents: 2, collections: ['nextcloud-ivo-notes'] });
  expect(await statusOf()).toBe(200);
});
