import { join } from 'node:path';
import {
  Catalog,
  type DocumentRecord,
  type DoomedRecord,
  type RecordQuery,
  type RecordStore,
  type RecordWrite,
  type RevisionQuery,
} from '@tributary/engines-port';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AcceptanceDesk, waitingRows } from '../../acceptance/acceptance-desk.js';
import { addDocumentJobs } from '../../ingest-document/document-jobs.js';
import { Testbed } from '../../testbed/testbed.fixture.js';
import { AddSource } from '../registering/add-source.use-case.js';
import { RemoveSource } from './remove-source.use-case.js';

/** Records of an engine, where something happens after documents were listed for the first time. */
class MeddledRecords implements RecordStore {
  constructor(
    private readonly records: RecordStore,
    private meanwhile: (() => Promise<void>) | undefined,
  ) {}

  get(kind: string, keys: readonly string[]) {
    return this.records.get(kind, keys);
  }

  put(writes: readonly RecordWrite[]) {
    return this.records.put(writes);
  }

  delete(kind: string, records: readonly DoomedRecord[]) {
    return this.records.delete(kind, records);
  }

  async list(query: RecordQuery) {
    const page = await this.records.list(query);
    const { meanwhile } = this;
    if (query.kind === 'document') this.meanwhile = undefined;
    if (query.kind === 'document') await meanwhile?.();
    return page;
  }

  listRevisions(query: RevisionQuery) {
    return this.records.listRevisions(query);
  }

  count(query: Pick<RecordQuery, 'kind' | 'where'>) {
    return this.records.count(query);
  }
}

let bed: Testbed;
beforeEach(async () => {
  bed = await Testbed.open();
  await bed.start();
});
afterEach(() => bed.close());

it.each([
  { keep: true, left: ['First.'] },
  { keep: false, left: [] },
])('settles a version that a sync accepts while the source is removed, kept: $keep', async ({ keep, left }) => {
  await bed.write('one/a.md', 'First.');
  const { sourceId } = await new AddSource(bed.collaborators).run({ location: join(bed.folder, 'one') });
  await bed.idle();
  await bed.write('one/a.md', 'First, changed.');
  const known = await bed.catalog.documents.get('one-docs/one/a.md');
  if (known === undefined) throw new Error('no row');
  const { collection, epoch, key, source, file } = known;
  const accepted: DocumentRecord[] = [];
  const acceptAnother = async () => {
    const decided = await new AcceptanceDesk(bed.collaborators).accept([{ collection, epoch, key, source, file, hash: '' }]);
    accepted.push(...waitingRows(decided));
  };
  const catalog = new Catalog(new MeddledRecords(bed.engine.records, acceptAnother));
  await new RemoveSource({ ...bed.collaborators, catalog }).run({ sourceId, keepDocuments: keep });
  expect(accepted).toHaveLength(1);
  await addDocumentJobs(bed.collaborators, accepted);
  await bed.idle();
  expect(await bed.texts('one-docs')).toEqual(left);
  expect(await bed.catalog.documents.get('one-docs/one/a.md')).toMatchObject(
    keep ? { state: 'indexed', source: '' } : { state: 'deleted' },
  );
});
