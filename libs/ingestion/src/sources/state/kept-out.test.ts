import type { SourceKind } from '@tributary/contracts';
import { SourceRecord } from '@tributary/engines-port';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Testbed } from '../../testbed/testbed.fixture.js';
import { keptOutOf } from './kept-out.js';
import { noteLeftOut } from './left-out-files.js';

let bed: Testbed;
beforeEach(async () => {
  bed = await Testbed.open();
});
afterEach(() => bed.close());

const NAMES = { web: 'example', 'nextcloud-notes': 'alice', jsonl: 'dump', bear: 'export', folder: 'docs' } as const;

async function add(kind: keyof typeof NAMES & SourceKind, more: Partial<SourceRecord> = {}) {
  const record = SourceRecord.parse({
    ...{ id: kind, kind, name: NAMES[kind], location: '-', route: { code: 'all', docs: 'all' }, state: 'idle', created_at: '-' },
    ...more,
  });
  await bed.catalog.sources.change(kind, () => ({ set: record }));
}
const left = (count: number, paths: readonly string[]) => ({ skipped: { 'id-taken': count }, examples: { 'id-taken': [...paths] } });

async function waitingFor(key: string, collection = 'all') {
  const waiting = await keptOutOf(bed.catalog, { places: [{ collection, key }], by: 'another' });
  return waiting.map(({ id }) => id).toSorted();
}

describe('a place that is free is looked at by the sources', () => {
  it('of which a document of that id was kept out, where all of those are known by name', async () => {
    await add('web', left(1, ['https://example.org/a']));
    await add('jsonl', left(2, ['7', '8']));
    await add('folder', left(1, ['readme.md']));
    expect(await waitingFor('https%3A//example.org/a')).toEqual(['web']);
    expect(await waitingFor('https%3A//example.org/b')).toEqual([]);
    expect(await waitingFor('8')).toEqual(['jsonl']);
    expect(await waitingFor('docs/readme.md')).toEqual(['folder']);
    expect(await waitingFor('docs/other.md')).toEqual([]);
    expect(await waitingFor('8', 'other')).toEqual([]);
  });

  it.each(['idle', 'syncing'] as const)(
    'whose ids look like it, where not all are known by name, or may be found now (%s)',
    async (state) => {
      const more = state === 'syncing' ? { state } : left(9, []);
      for (const kind of ['web', 'nextcloud-notes', 'jsonl', 'folder'] as const) await add(kind, more);
      expect(await waitingFor('watched/file.md')).toEqual(['jsonl']);
      expect(await waitingFor('https%3A//example.org/b')).toEqual(['jsonl', 'web']);
      expect(await waitingFor('12')).toEqual(['jsonl', 'nextcloud-notes']);
      expect(await waitingFor('docs/file.md')).toEqual(['folder', 'jsonl']);
    },
  );

  it('unless they are paused, have nothing left out, or freed it themselves', async () => {
    await add('jsonl', { state: 'paused', ...left(1, ['7']) });
    await add('bear');
    await add('folder', left(1, ['7']));
    expect(await waitingFor('7')).toEqual([]);
    expect(await keptOutOf(bed.catalog, { places: [{ collection: 'all', key: 'docs/7' }], by: 'folder' })).toEqual([]);
  });
});

describe('what is kept out of a part of a source', () => {
  const note = async (part: readonly string[], found: readonly string[]) => {
    await noteLeftOut(bed.catalog, 'folder', {
      part,
      forgotten: {},
      fresh: {},
      ...(found.length === 0 ? { skipped: {}, examples: {} } : left(found.length, found)),
    });
    const record = await bed.catalog.sources.get('folder');
    return { count: record?.skipped['id-taken'], paths: record?.examples['id-taken'], other: record?.skipped['binary'] };
  };

  it('counts once, however often the part is compared', async () => {
    await add('folder', { skipped: { binary: 2 } });
    for (let i = 0; i < 3; i++)
      expect(await note(['a'], ['a/1.md', 'a/2.md'])).toEqual({ count: 2, paths: ['a/1.md', 'a/2.md'], other: 2 });
    expect(await note(['b.md'], ['b.md'])).toMatchObject({ count: 3, paths: ['a/1.md', 'a/2.md', 'b.md'] });
    expect(await note(['c.md'], ['c.md'])).toMatchObject({ count: 4 });
  });

  it('counts on beside all that have no name, however often the part is compared', async () => {
    await add('folder', { skipped: { binary: 2, 'id-taken': 8 }, examples: { 'id-taken': ['1.md', '2.md', '3.md'] } });
    for (let i = 0; i < 5; i++) {
      expect(await note(['1.md'], ['1.md'])).toMatchObject({ count: 8 });
      expect(await note(['7.md'], ['7.md'])).toMatchObject({ count: 8 });
    }
    expect(await note(['1.md'], [])).toMatchObject({ count: 7 });
    expect(await waitingFor('docs/7.md')).toEqual(['folder']);
  });

  it('counts no more once its place was taken', async () => {
    await add('folder', { skipped: { binary: 2 } });
    await note(['a'], ['a/1.md', 'a/2.md']);
    expect(await note(['a/1.md'], [])).toEqual({ count: 1, paths: ['a/2.md'], other: 2 });
    expect(await note(['ab'], [])).toMatchObject({ count: 1 });
    expect(await note(['a'], [])).toEqual({ count: undefined, paths: undefined, other: 2 });
  });
});
