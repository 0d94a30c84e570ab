// A process that carries out a list of writes on a data folder and can be killed at any moment. Run by Node itself, on the built packages.
import { writeFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { allQueues, localOwner, type IngestDocument } from '@tributary/contracts';
import { EmbeddingProviders } from '@tributary/embedding-port';
import { StaticEmbeddingProvider } from '@tributary/embedding-static';
import { EmbeddedEngine } from '@tributary/engines-embedded';
import { Catalog, Engines } from '@tributary/engines-port';
// eslint-disable-next-line @nx/enforce-module-boundaries -- Node runs this file, so it needs the built package: relative imports would be the sources
import {
  AcceptDocuments,
  AddSource,
  DeleteDocuments,
  EmbedChunksJob,
  IngestDocumentJob,
  MaintenanceJob,
  RemoveCollection,
  RemoveSource,
  Sweep,
  SyncSourceJob,
  type Collaborators,
} from '@tributary/ingestion';
import { systemClock } from '@tributary/kernel';
import { LocalQueues } from '@tributary/messaging-local';
import { JobHost } from '@tributary/messaging-port';
import { FolderReader } from '@tributary/sources-folder';
import { eventually } from '@tributary/testing';

const [dataFolder = '', filesFolder = '', from = '0', crashPoint = '', crashOnHit = '1', indexing = '', until = ''] = process.argv.slice(2);
const WORK = allQueues.filter(({ kind }) => kind === 'work');

let hits = 0;
function crashAt(point: string): void {
  if (point === crashPoint && ++hits === Number(crashOnHit)) process.kill(process.pid, 'SIGKILL');
}

const engine = EmbeddedEngine.open({ name: 'main', folder: dataFolder });
const queues = LocalQueues.open({ file: join(dataFolder, 'jobs.db') });
const provider = new StaticEmbeddingProvider();
const reader = new FolderReader();
const collaborators: Collaborators = {
  catalog: new Catalog(engine.records),
  engines: new Engines(engine),
  queues,
  providers: new EmbeddingProviders(provider),
  common: provider,
  readers: { folder: reader, file: reader },
  clock: systemClock,
  log: () => undefined,
  crashAt,
};

function note(collection: string, id: string, content: string): IngestDocument {
  return { v: 1, collection, id, version: 1, content };
}

function bookOf(paragraphs: number): string {
  return Array.from({ length: paragraphs }, (_, i) => `Paragraph ${i} ${'tells of the sea and of the ships on it. '.repeat(11)}`).join(
    '\n\n',
  );
}

const accept = new AcceptDocuments(collaborators);
const addSource = new AddSource(collaborators);
const context = { principal: localOwner, signal: new AbortController().signal };

/** Each is acknowledged when it resolves, and never asked for again. */
const writes: readonly (() => Promise<unknown>)[] = [
  () => addSource.run({ location: join(filesFolder, 'kept') }),
  () => addSource.run({ location: join(filesFolder, 'dropped') }),
  () => accept.run(Array.from({ length: 20 }, (_, i) => note('notes', `n${i}`, `Note ${i} about the harbour.`))),
  () => accept.run([note('notes', 'book', bookOf(600))]),
  () => accept.run(Array.from({ length: 5 }, (_, i) => note('scratch', `s${i}`, `Scratch ${i}.`))),
  () => new DeleteDocuments(collaborators).run({ ids: ['tributary://notes/n3', 'tributary://notes/n4'], dry_run: false }, context),
  idle,
  () => new DeleteDocuments(collaborators).run({ ids: ['tributary://notes/n5', 'tributary://notes/n6'], dry_run: false }, context),
  () => accept.run([{ ...note('notes', 'n7', 'Note 7, written again.'), version: 2 }]),
  async () => {
    await writeFile(join(filesFolder, 'kept', '1.md'), 'The first file, changed.');
    await rm(join(filesFolder, 'kept', '2.md'), { force: true });
    await addSource.run({ location: join(filesFolder, 'kept') });
  },
  async () => {
    for await (const { id, name } of collaborators.catalog.sources.list()) {
      if (name === 'dropped') await new RemoveSource(collaborators).run({ sourceId: id, keepDocuments: false });
    }
  },
  async () => {
    const scratch = await collaborators.catalog.collections.get('scratch');
    if (scratch?.removed === false) await new RemoveCollection(collaborators).run('scratch');
  },
];

function idle(): Promise<unknown> {
  return eventually(async () => {
    const counts = await Promise.all(WORK.map((queue) => queues.counts(queue)));
    return counts.every(({ waiting, delayed, active }) => waiting + delayed + active === 0);
  });
}

const host = new JobHost({
  queues,
  handles: WORK.map((queue) => ({ queue, concurrency: 4 })),
  jobs: [
    new SyncSourceJob(collaborators),
    new IngestDocumentJob(collaborators, { indexesHere: indexing === 'here' }),
    new EmbedChunksJob(collaborators),
    new MaintenanceJob(collaborators),
  ],
});
await new Sweep(collaborators).run({ olderThanMs: 0 });
await host.start();
console.log('ready');
for (let i = Number(from); i < (until === '' ? writes.length : Number(until)); i++) {
  await writes[i]?.();
  console.log(`acknowledged ${i}`);
}
await idle();
await host.stop(1000);
await queues.close();
await engine.close();
console.log('done');
