import { SearchRequest, embedChunksQueue, ingestDocumentQueue, localOwner } from '@tributary/contracts';
import { Search } from '@tributary/federation';
import { AcceptDocuments, EmbedChunksJob, IngestDocumentJob } from '@tributary/ingestion';
import { JobHost } from '@tributary/messaging-port';
import { loadConfiguration, silentLogger } from '@tributary/platform';
import { findChromaProgram, findQdrantProgram, startChromaServer, startQdrantServer, temporaryFolder } from '@tributary/testing';
import { expect } from 'vitest';
import { composeParts, type Parts } from '../parts/compose-parts.js';

/** Each with the program that a test of it runs. */
export const ALL_ENGINES = [
  { name: 'embedded', supply: { kind: 'program' as const, command: '' } },
  { name: 'qdrant', supply: findQdrantProgram() },
  { name: 'chroma', supply: findChromaProgram() },
] as const;

type EngineName = (typeof ALL_ENGINES)[number]['name'];

interface BedOptions {
  readonly engine: EngineName;
  readonly command: string;
  readonly collection: string;
}

type Handed = Omit<Parameters<AcceptDocuments['run']>[0][number], 'v' | 'collection'>;

/** Ingest and search in one process, with one collection in an engine of its own. */
export class EngineBed {
  private constructor(
    readonly parts: Parts,
    readonly search: Search,
    private readonly collection: string,
    readonly close: () => Promise<void>,
  ) {}

  static async open({ engine, command, collection }: BedOptions): Promise<EngineBed> {
    const folder = await temporaryFolder();
    const server =
      engine === 'embedded' ? undefined : await (engine === 'qdrant' ? startQdrantServer(command) : startChromaServer(command));
    const other = server === undefined ? {} : { other: { type: engine, url: server.url } };
    const configuration = await loadConfiguration({
      environment: {},
      overrides: [
        { path: ['data', 'folder'], value: folder.path, flag: '--data' },
        { path: ['engines'], value: { main: { type: 'embedded' }, ...other }, flag: 'engines' },
        { path: ['primary'], value: 'main', flag: 'primary' },
        ...(server === undefined ? [] : [{ path: ['collections'], value: { [collection]: { engine: 'other' } }, flag: 'collections' }]),
      ],
    });
    const parts = await composeParts({ configuration, logger: silentLogger, queueKind: 'local' });
    const handles = [ingestDocumentQueue, embedChunksQueue].map((queue) => ({ queue, concurrency: 16 }));
    const host = new JobHost({ queues: parts.queues, handles, jobs: [new IngestDocumentJob(parts), new EmbedChunksJob(parts)] });
    await host.start();
    return new EngineBed(parts, new Search(parts), collection, async () => {
      await host.stop(2000);
      await parts.close();
      await server?.remove();
      await folder.remove();
    });
  }

  /** Hands in the documents and waits until they are searchable. */
  async index(documents: readonly Handed[]): Promise<void> {
    const { parts, search, collection } = this;
    const outcomes = await new AcceptDocuments(parts).run(documents.map((document) => ({ v: 1, collection, ...document })));
    const after = [...new Set(outcomes.flatMap(({ token }) => token ?? []))];
    const request = SearchRequest.parse({ query: 'anything', collections: [collection], after: after.slice(-100), wait_ms: 30_000 });
    const { coverage } = await search.run(request, { principal: localOwner });
    expect(coverage).toMatchObject([{ status: 'searched' }]);
  }
}
