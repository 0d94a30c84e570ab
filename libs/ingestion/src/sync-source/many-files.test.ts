import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readLocalQueue, syncLocalQueue } from '@tributary/contracts';
import {
  Catalog,
  type DoomedRecord,
  type RecordQuery,
  type RecordStore,
  type RecordWrite,
  type RevisionQuery,
} from '@tributary/engines-port';
import type { ScanOptions, ScannedEntry, SourceReader } from '@tributary/sources-port';
import { eventually } from '@tributary/testing';
import { expect, it } from 'vitest';
import { AddSource } from '../sources/registering/add-source.use-case.js';
import { SummariseSource } from '../sources/state/summarise-source.js';
import { Testbed } from '../testbed/testbed.fixture.js';

const isLong = process.env['TRIBUTARY_TEST_LONG'] === '1';
const FILES = isLong ? 100_000 : 1_600;
const IN_EACH = 100;
const LIMIT_MS = isLong ? 3_600_000 : 120_000;
/** Rows that a sync reads or writes in one go, and so holds. */
const ROWS_AT_ONCE = 500;
/** Of the long form, in MB; the short one counts rows and files only. */
const MOST_HEAP_MB = 600;

/** The records of an engine; notes how many the largest call held. */
class CountedRecords implements RecordStore {
  largest = 0;
  constructor(private readonly records: RecordStore) {}

  #note<T extends { readonly length: number }>(list: T): T {
    this.largest = Math.max(this.largest, list.length);
    return list;
  }

  get(kind: string, keys: readonly string[]) {
    return this.records.get(kind, this.#note(keys));
  }

  put(writes: readonly RecordWrite[]) {
    return this.records.put(this.#note(writes));
  }

  delete(kind: string, records: readonly DoomedRecord[]) {
    return this.records.delete(kind, this.#note(records));
  }

  async list(query: RecordQuery) {
    return this.#note(await this.records.list(query));
  }

  async listRevisions(query: RevisionQuery) {
    return this.#note(await this.records.listRevisions(query));
  }

  count(query: Pick<RecordQuery, 'kind' | 'where'>) {
    return this.records.count(query);
  }
}

/** A folder reader that notes how far the listing of files was ever ahead of what is done with them. */
class CountedReader implements SourceReader {
  readonly kind = 'folder';
  furthestAhead = 0;
  mostHeap = 0;
  /** Files listed in the last walk. */
  listed = 0;

  constructor(
    private readonly inner: SourceReader,
    private readonly accepted: () => Promise<number>,
  ) {}

  inspect(location: string) {
    return this.inner.inspect(location);
  }

  read(...given: Parameters<SourceReader['read']>) {
    return this.inner.read(...given);
  }

  async *scan(location: string, options?: ScanOptions): AsyncGenerator<ScannedEntry> {
    this.listed = 0;
    for await (const entry of this.inner.scan(location, options)) {
      yield entry;
      if (++this.listed % 400 > 0) continue;
      this.furthestAhead = Math.max(this.furthestAhead, this.listed - (await this.accepted()));
      this.mostHeap = Math.max(this.mostHeap, process.memoryUsage().heapUsed);
    }
  }
}

it(
  `takes ${FILES.toLocaleString('en-US')} files in, and compares them again, with a few hundred of them in hand at a time`,
  { timeout: LIMIT_MS },
  async () => {
    await using bed = await Testbed.open();
    for (let n = 0; n < FILES; n++) {
      const folder = join(bed.folder, 'shelf', Math.floor(n / IN_EACH).toString());
      if (n % IN_EACH === 0) await mkdir(folder, { recursive: true });
      await writeFile(join(folder, `${n.toString()}.md`), `Note ${n.toString()}.`);
    }
    const records = new CountedRecords(bed.engine.records);
    const catalog = new Catalog(records);
    const reader = new CountedReader(bed.reader, () => bed.catalog.documents.count());
    const parts = { catalog, readers: { folder: reader, file: reader } };
    // Of the short form only the syncs run: what becomes of the documents is others' business.
    await bed.start(parts, isLong ? undefined : [syncLocalQueue]);
    const { sourceId } = await new AddSource({ ...bed.collaborators, ...parts }).run({ location: join(bed.folder, 'shelf') });
    const summary = () => new SummariseSource(bed.collaborators).run(sourceId);
    let mostWaiting = 0;
    await eventually(async () => {
      mostWaiting = Math.max(mostWaiting, (await bed.queues.counts(readLocalQueue)).waiting);
      const now = await summary();
      return now?.state === 'idle' && now.documents + now.pending === FILES && (!isLong || now.pending === 0);
    }, LIMIT_MS);
    expect(reader.listed).toBe(FILES);
    expect(records.largest).toBeLessThanOrEqual(ROWS_AT_ONCE);
    expect(reader.furthestAhead).toBeLessThanOrEqual(2 * ROWS_AT_ONCE);
    expect(mostWaiting).toBeLessThanOrEqual(50_000 + ROWS_AT_ONCE);
    bed.reader.paths.length = 0;
    const { id } = await bed.queues.add(syncLocalQueue, { source_id: sourceId });
    await eventually(async () => (await bed.queues.get(id))?.state === 'done', LIMIT_MS);
    expect((await summary())?.last_sync).toMatchObject({ added: 0, changed: 0, deleted: 0, unchanged: FILES });
    expect(bed.reader.paths).toEqual([]);
    expect(records.largest).toBeLessThanOrEqual(ROWS_AT_ONCE);
    if (!isLong) return;
    console.log(
      `most heap while ${FILES.toString()} files were listed: ${Math.round(reader.mostHeap / 2 ** 20).toString()} MB; jobs waiting: ${mostWaiting.toString()}`,
    );
    expect(reader.mostHeap / 2 ** 20).toBeLessThan(MOST_HEAP_MB);
  },
);
