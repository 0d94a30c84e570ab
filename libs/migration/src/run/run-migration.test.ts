import type { EmbeddedEngine } from '@tributary/engines-embedded';
import { countGaps, liveCollections, physicalName, type DocumentWrite, type Engine } from '@tributary/engines-port';
import { MemoryEngine, sampleDocument } from '@tributary/engines-port/memory';
import { permanent, retryable } from '@tributary/kernel';
import { documentId } from '@tributary/kernel/ids';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StartMigration } from '../start/start-migration.use-case.js';
import { MigrationBed, allPoints, beforeWrite, openMigrationBed } from '../testbed/migration-bed.fixture.js';

let main: EmbeddedEngine;
let other: MemoryEngine;
let bed: MigrationBed;
let close: () => Promise<void>;
beforeEach(async () => {
  other = new MemoryEngine({ name: 'other' });
  ({ main, bed, close } = await openMigrationBed([other]));
});
afterEach(() => close());

/** A document changes while the target is away for this one write, as `writeToPlaces` notes it. */
async function missOneWrite(): Promise<void> {
  const missed = sampleDocument({ collection: 'notes', key: 'doc-0000', version: 2, chunks: ['Missed.'] });
  await main.writeDocument({ ...missed, collection: physicalName('notes', 1) });
  await bed.catalog.collections.change('notes', (present) =>
    present === undefined
      ? { keep: true }
      : { set: { ...present, places: (present.places ?? []).map((place) => ({ ...place, behind: true })) } },
  );
}

describe('a move to another engine', () => {
  it('counts in the new place the passages that have no vector', async () => {
    await bed.fill(3);
    await bed.write('half', { chunks: ['Has one.', { content: 'Has none.', vector: null }] });
    await bed.start({ from: 'notes', to: 'other' });
    await bed.run();
    const moved = await bed.catalog.collections.get('notes');
    expect(moved).toMatchObject({ engine: 'other', generation: 2 });
    expect((await bed.status()).note).toBeUndefined();
    expect(moved === undefined ? 0 : await countGaps(bed.catalog, moved)).toBe(1);
  });

  it('copies every point with its vector, switches over, and leaves the source as it was', async () => {
    await bed.fill(40);
    await bed.write('empty', { chunks: [] });
    const before = await bed.points();
    await bed.start({ from: 'notes', to: 'other' });
    expect(bed.jobs).toEqual(['{"task":"migrate","collection":"notes"}']);
    expect(await bed.run()).toBe(41);
    const record = await bed.catalog.collections.get('notes');
    expect(record).toMatchObject({ engine: 'other', generation: 2, building: [], previous: { engine: 'main', generation: 1 } });
    expect(await bed.points()).toEqual(before);
    expect(await allPoints(main, physicalName('notes', 1))).toEqual(before);
    expect(await bed.status()).toMatchObject({
      state: 'done',
      parity: { documents: 41, points: 80, missing: 0, extra: 0, changed: 0, vectors: 80, vectors_off: 0, queries: 80, overlap: 1 },
      kept_until: '2026-06-08T00:00:00.000Z',
    });
  });

  it('carries the tombstones along, so that older writes that come late stay superseded', async () => {
    await bed.fill(2);
    await bed.remove('doc-0000', 9);
    await bed.start({ from: 'notes', to: 'other' });
    await bed.run();
    const late = sampleDocument({ collection: 'notes', key: 'doc-0000', version: 5, chunks: ['Late.'] });
    expect(await other.writeDocument({ ...late, collection: physicalName('notes', 2) })).toMatchObject({ outcome: 'superseded' });
  });

  it('takes in what is written, changed and deleted while it copies', async () => {
    await bed.fill(200);
    await bed.start({ from: 'notes', to: 'other' });
    beforeWrite(other, 50, async () => {
      await bed.write('new');
      await bed.write('doc-0001', { version: 2, chunks: ['Changed.'] });
      await bed.remove('doc-0002', 2);
      await bed.remove('doc-0199', 2);
    });
    await bed.run();
    const texts = new Set((await bed.points()).map(({ payload }) => payload.content));
    expect([texts.has('Text of new.'), texts.has('Changed.'), texts.has('Chunk one of 2.'), texts.has('Chunk one of 199.')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(await bed.points()).toEqual(await allPoints(main, physicalName('notes', 1)));
  });

  it('finds what missed the target, and does not switch over before', async () => {
    await bed.fill(20);
    await bed.start({ from: 'notes', to: 'other' });
    beforeWrite(other, 10, async () => {
      await missOneWrite();
    });
    await bed.run();
    expect((await bed.points()).map(({ payload }) => payload.content)).toContain('Missed.');
    expect(await bed.catalog.collections.get('notes')).toMatchObject({ engine: 'other', building: [] });
  });

  it('does not switch over when a write missed the target after everything was compared', async () => {
    await bed.fill(20);
    await bed.start({ from: 'notes', to: 'other' });
    const nominate = other.nominate.bind(other);
    let asked = 0;
    other.nominate = async (request) => {
      // With the last of 40 stored vectors nothing is left that could notice.
      if (++asked === 40) await missOneWrite();
      return nominate(request);
    };
    await bed.run();
    expect((await bed.points()).map(({ payload }) => payload.content)).toContain('Missed.');
    expect(await bed.catalog.collections.get('notes')).toMatchObject({ engine: 'other', building: [] });
  });

  it('goes on behind the last batch after an error, and copies nothing twice', async () => {
    await bed.fill(300);
    await bed.start({ from: 'notes', to: 'other' });
    beforeWrite(other, 200, () => Promise.reject(retryable('ENGINE.UNAVAILABLE', 'away')));
    await expect(bed.run()).rejects.toMatchObject({ code: 'ENGINE.UNAVAILABLE' });
    expect(await bed.status()).toMatchObject({ state: 'running', phase: 'copying', copied: 128, error: { code: 'ENGINE.UNAVAILABLE' } });
    const there = new Set((await allPoints(other, physicalName('notes', 2))).map(({ payload }) => payload.doc_id));
    const written: string[] = [];
    const write = other.writeDocument.bind(other);
    other.writeDocument = (document, options) => {
      written.push(document.docId);
      return write(document, options);
    };
    await bed.run();
    expect(there.size).toBeGreaterThan(128);
    expect(written.filter((docId) => there.has(docId))).toEqual([]);
    expect(written).toHaveLength(300 - there.size);
    expect(await bed.status()).toMatchObject({ state: 'done', parity: { documents: 300 } });
  });

  it('makes the target again and copies everything when it vanished', async () => {
    await bed.fill(150);
    await bed.start({ from: 'notes', to: 'other' });
    beforeWrite(other, 140, () => other.dropCollection(physicalName('notes', 2)));
    await expect(bed.run()).rejects.toMatchObject({ code: 'MIGRATION.TARGET_GONE', retryable: true });
    await bed.run();
    expect(await bed.points()).toHaveLength(300);
    expect(await bed.status()).toMatchObject({ state: 'done' });
  });
});

describe('a copy that is not equal', () => {
  async function tampered(tamper: (write: DocumentWrite) => DocumentWrite): Promise<void> {
    await bed.fill(12);
    await bed.start({ from: 'notes', to: 'other' });
    const write = other.writeDocument.bind(other);
    const doomed = documentId('notes', 'doc-0007');
    other.writeDocument = (document, options) => write(document.docId === doomed ? tamper(document) : document, options);
    await expect(bed.run()).rejects.toMatchObject({ code: 'MIGRATION.PARITY' });
    expect(await bed.catalog.collections.get('notes')).toMatchObject({ engine: 'main', generation: 1, building: [] });
    expect(await bed.points()).toHaveLength(24);
    expect(await other.listCollections()).toEqual([]);
  }

  it('in a vector leaves the source answering and names the point', async () => {
    await tampered((document) => ({
      ...document,
      points: document.points.map((point) => ({ ...point, vector: (point.vector ?? new Float32Array()).map((x) => x + 1e-4) })),
    }));
    expect(await bed.status()).toMatchObject({ state: 'failed', error: { code: 'MIGRATION.PARITY' }, parity: { vectors_off: 2 } });
    expect((await bed.status()).parity?.differences[0]).toMatch(/^notes:doc-0007:chunk:0: its vectors differ by 0\.000\d+ in an element$/);
  });

  it('in a payload field is told apart', async () => {
    await tampered((document) => ({
      ...document,
      points: document.points.map((point) => ({ ...point, payload: { ...point.payload, title: 'Another' } })),
    }));
    expect((await bed.status()).parity).toMatchObject({ changed: 2, vectors_off: 0 });
    expect((await bed.status()).parity?.differences[0]).toBe('notes:doc-0007:chunk:0: title differ');
  });

  it('in number is told apart', async () => {
    await tampered((document) => ({ ...document, points: [] }));
    expect((await bed.status()).parity).toMatchObject({ missing: 2, points: 24 });
  });

  it('is replaced by a good one when the move is asked for again', async () => {
    await tampered((document) => ({ ...document, points: [] }));
    other.writeDocument = MemoryEngine.prototype.writeDocument.bind(other);
    await bed.start({ from: 'notes', to: 'other' });
    await bed.run();
    expect(await bed.status()).toMatchObject({ state: 'done', parity: { points: 24 } });
  });
});

describe('a move that is undone', () => {
  it('lets the old place answer again, with everything written since', async () => {
    await bed.fill(20);
    await bed.start({ from: 'notes', to: 'other' });
    await bed.run();
    await bed.write('since');
    await bed.write('doc-0003', { version: 2, chunks: ['Changed since.'] });
    await bed.remove('doc-0004', 2);
    const before = await bed.points();
    await bed.start({ from: 'notes', back: true });
    await bed.run();
    expect(await bed.catalog.collections.get('notes')).toMatchObject({
      engine: 'main',
      generation: 1,
      building: [],
      previous: { engine: 'other', generation: 2 },
    });
    expect(await bed.points()).toEqual(before);
    expect((await bed.status()).copied).toBe(3);
  });

  it('is refused when what answered before is no longer kept', async () => {
    await bed.fill(2);
    await bed.start({ from: 'notes', to: 'other' });
    await bed.run();
    bed.now += 8 * 86_400_000;
    await expect(bed.start({ from: 'notes', back: true })).rejects.toMatchObject({ code: 'MIGRATION.NOT_UNDOABLE' });
  });

  it('keeps one older generation and drops the one before when moved on', async () => {
    await bed.fill(2);
    await bed.start({ from: 'notes', to: 'other' });
    await bed.run();
    const third: Engine = new MemoryEngine({ name: 'third' });
    bed = new MigrationBed(main, [other, third]);
    await bed.start({ from: 'notes', to: 'third' });
    await bed.run();
    expect(await bed.catalog.collections.get('notes')).toMatchObject({ engine: 'third', generation: 3, previous: { engine: 'other' } });
    expect(await main.listCollections()).toEqual([]);
  });
});

describe('a move to another name', () => {
  it('makes a collection of its own with its own ids and rows, and leaves the first alone', async () => {
    await bed.fill(10);
    const vectors = new Map((await bed.points()).map(({ payload, vector }) => [payload.content, vector]));
    await bed.start({ from: 'notes', to: 'archive' });
    expect(await bed.catalog.collections.get('archive')).toBeUndefined();
    expect(await bed.status('notes')).toMatchObject({ collection: 'archive', state: 'running' });
    await bed.run('archive');
    await expect(bed.status('notes')).rejects.toMatchObject({ code: 'MIGRATION.NOT_FOUND' });
    const points = await bed.points('archive');
    expect(points).toHaveLength(20);
    expect(points.every(({ payload }) => payload.original_id.startsWith('archive:doc-'))).toBe(true);
    for (const { payload, vector } of points) expect(vector).toEqual(vectors.get(payload.content));
    expect(await bed.catalog.documents.get('archive/doc-0003')).toMatchObject({
      state: 'indexed',
      chunks: 2,
      doc_id: documentId('archive', 'doc-0003'),
    });
    expect(await bed.catalog.collections.get('archive')).toMatchObject({ engine: 'main', generation: 1, removed: false });
    expect(await bed.points('notes')).toHaveLength(20);
  });

  it('leaves what came from a source to whichever source brings it there, and nothing that was handed in', async () => {
    await bed.fill(3);
    const note = (key: string, what: object) =>
      bed.catalog.documents.change(`notes/${key}`, (present) => (present ? { set: { ...present, ...what } } : { keep: true }));
    await note('doc-0000', { source: 'a-folder' });
    await note('doc-0001', { left: { source: 'a-folder' } });
    await bed.start({ from: 'notes', to: 'archive' });
    await bed.run('archive');
    const rows = await bed.catalog.documents.getMany([0, 1, 2].map((n) => `archive/doc-000${n.toString()}`));
    expect(rows.map((row) => [row?.source, row?.left])).toEqual([
      ['', { source: '' }],
      ['', { source: '' }],
      ['', undefined],
    ]);
  });

  it('is told at the first one where it failed, unless its name is not', async () => {
    await bed.fill(3);
    await bed.start({ from: 'notes', to: 'other/archive' });
    beforeWrite(other, 2, () => Promise.reject(permanent('ENGINE.FULL', 'The disk is full.')));
    await expect(bed.run('archive')).rejects.toMatchObject({ code: 'ENGINE.FULL' });
    expect(await bed.status('notes')).toMatchObject({ collection: 'archive', state: 'failed', error: { code: 'ENGINE.FULL' } });
    const asked = new StartMigration(bed.collaborators);
    await expect(asked.status('notes', (copy) => copy !== 'archive')).rejects.toMatchObject({ code: 'MIGRATION.NOT_FOUND' });
    await bed.start({ from: 'notes', to: 'other' });
    await bed.run();
    expect(await bed.status('notes')).toMatchObject({ collection: 'notes', state: 'done' });
  });

  it('does not appear before it is complete', async () => {
    await bed.fill(10);
    await bed.start({ from: 'notes', to: 'other/archive' });
    let seen: unknown;
    beforeWrite(other, 9, async () => {
      seen = (await bed.catalog.collections.get('archive'))?.removed;
    });
    await bed.run('archive');
    expect(seen).toBe(true);
    expect(await bed.points('archive')).toHaveLength(20);
  });

  it('begins above the numbers of collections that were forgotten', async () => {
    await bed.fill(10);
    await bed.catalog.forgotten.change('all', () => ({ set: { generation: 3, epoch: 2 } }));
    await bed.start({ from: 'notes', to: 'archive' });
    await bed.run('archive');
    expect(await bed.catalog.collections.get('archive')).toMatchObject({ generation: 4, epoch: 2, removed: false });
    expect(await bed.points('archive')).toHaveLength(20);
  });

  it('is listed from then on, also where sweeps took its reserved name for that of a removed collection', async () => {
    await bed.fill(10);
    await bed.start({ from: 'notes', to: 'other/archive' });
    beforeWrite(other, 9, async () => {
      await bed.catalog.collections.change('archive', (present) =>
        present?.removed === true ? { set: { ...present, removed_at: 1, settled: true } } : { keep: true },
      );
    });
    await bed.run('archive');
    const listed = await liveCollections(bed.catalog);
    expect(listed).toMatchObject([{ name: 'archive', removed: false }, { name: 'notes' }]);
    expect(listed[0]).not.toHaveProperty('settled');
  });
});

describe('a move nobody should begin', () => {
  it.each([
    [{ from: 'nothing', to: 'other' }, 'COLLECTION.NOT_FOUND'],
    [{ from: 'other/notes', to: 'main' }, 'COLLECTION.NOT_FOUND'],
    [{ from: 'notes', to: 'main' }, 'MIGRATION.SAME_PLACE'],
    [{ from: 'notes', to: 'nowhere/x' }, 'ENGINE.UNKNOWN'],
    [{ from: 'notes', to: 'main/.hidden' }, 'COLLECTION.NAME_INVALID'],
    [{ from: 'notes' }, 'MIGRATION.TARGET_REQUIRED'],
    [{ from: 'notes', cancel: true }, 'MIGRATION.NOT_RUNNING'],
    [{ from: 'notes', back: true }, 'MIGRATION.NOT_UNDOABLE'],
  ])('%j is refused with %s', async (input, code) => {
    await expect(bed.start(input)).rejects.toMatchObject({ code });
  });

  it('is refused while another of the collection runs, and goes on when it is the same', async () => {
    const third = new MemoryEngine({ name: 'third' });
    bed = new MigrationBed(main, [other, third]);
    await bed.start({ from: 'notes', to: 'other' });
    await bed.start({ from: 'notes', to: 'other' });
    expect(bed.jobs).toHaveLength(2);
    await expect(bed.start({ from: 'notes', to: 'third' })).rejects.toMatchObject({ code: 'MIGRATION.RUNNING' });
  });
});
