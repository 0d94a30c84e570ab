import { createLogger } from '@tributary/platform';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { openAccessBed, tokenOf, type AccessBed } from './access-bed.fixture.js';

const lines: string[] = [];
const logger = createLogger(
  { level: 'info', format: 'json' },
  {
    component: 'test',
    destination: {
      write: (line) => {
        lines.push(line);
      },
    },
  },
);
const Audited = z.looseObject({ msg: z.string() });
const callers = {
  anna: { scopes: ['search:read', 'documents:write'], userId: 'anna' },
  boss: { scopes: ['search:read', 'documents:write', 'admin'] },
};

let bed: AccessBed;
beforeAll(async () => {
  bed = await openAccessBed(callers, [], logger);
  await bed.call(bed.owner, '/api/store', { text: 'The key of the shed hangs behind the door.', collection: 'house', id: 'shed' });
  await bed.call(bed.owner, '/api/store', { text: 'Oil the hinges in spring.', collection: 'house', id: 'hinges', tags: ['spring'] });
});
afterAll(() => bed.close());
beforeEach(() => {
  lines.length = 0;
});

/** What was told, but for the fields every line has. */
function audited(): readonly unknown[] {
  return lines
    .map((line) => Audited.parse(JSON.parse(line)))
    .flatMap(({ msg, time, component, trace_id, span_id, ...told }) => (msg === 'audit' ? [told] : []));
}

it('tells who removed what, for which user, in which call, and how much went', async () => {
  const remove = (name: string, request: object) =>
    bed.send(tokenOf(name), '/api/delete', {
      method: 'POST',
      body: JSON.stringify(request),
      headers: { 'content-type': 'application/json', 'x-request-id': `of-${name}` },
    });
  await remove('anna', { ids: ['tributary://house/shed'] });
  await remove('boss', { collection: 'house', filter: { must: [{ key: 'tags', match: { value: 'spring' } }] } });
  await bed.send(tokenOf('boss'), '/api/collections/house?confirm=house', { method: 'DELETE', headers: { 'x-request-id': 'the-last' } });
  const done = { level: 'info', outcome: 'done' };
  expect(audited()).toEqual([
    {
      ...done,
      operation: 'delete',
      by: 'token:anna',
      user: 'anna',
      request_id: 'of-anna',
      named: 1,
      ids: 'tributary://house/shed',
      filtered: false,
      documents: 1,
      chunks: 1,
    },
    { ...done, operation: 'delete', by: 'token:boss', request_id: 'of-boss', collection: 'house', filtered: true, documents: 1, chunks: 1 },
    { ...done, operation: 'removeCollection', by: 'token:boss', request_id: 'the-last', collection: 'house' },
  ]);
});

it('tells of which project files were to be purged, and which', async () => {
  const paths = ['src/a.ts', 'src/b.ts'];
  await bed.call(tokenOf('boss'), '/api/projects/purge', { project_root: '/srv/shop', paths });
  expect(audited()).toMatchObject([{ operation: 'purgeProject', project: '/srv/shop', named: 2, ids: 'src/a.ts src/b.ts' }]);
});

it('tells what failed with its code, over MCP as well, and nothing of what is only read, put in or tried', async () => {
  await bed.call(tokenOf('anna'), '/api/store', { text: 'A text that nobody may find in a log.', collection: 'diary', id: 'one' });
  await bed.call(tokenOf('anna'), '/api/search', { query: 'anything' });
  await bed.call(tokenOf('anna'), '/api/delete', { ids: ['tributary://diary/one'], dry_run: true });
  expect(audited()).toEqual([]);
  await bed.mcp(tokenOf('anna'), 'tools/call', { name: 'delete', arguments: { ids: ['tributary://diary/one'] } });
  await bed.send(tokenOf('anna'), '/api/collections/diary?confirm=diary', { method: 'DELETE' });
  expect(audited()).toMatchObject([
    { operation: 'delete', by: 'token:anna', outcome: 'done', documents: 1 },
    { operation: 'removeCollection', by: 'token:anna', outcome: 'failed', code: 'ACCESS.DENIED', collection: 'diary' },
  ]);
  expect(lines.join('')).not.toContain('nobody may find');
});
