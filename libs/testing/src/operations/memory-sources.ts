import { sourceKindOf, type IngestAnswer, type JobSummary, type SourceInput, type SourceSummary } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import { formatWriteToken } from '@tributary/kernel/ids';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { MemoryDocuments } from './memory-documents.js';

interface Registered {
  readonly summary: SourceSummary;
  readonly waiting: readonly { readonly path: string; readonly content: string }[];
}

/** Folders of text files; each look at the sources makes one more file searchable, so that progress can be seen without waiting. */
export class MemorySources {
  readonly #byId = new Map<string, Registered>();
  readonly #documents: MemoryDocuments;
  readonly #jobs: Map<string, JobSummary>;

  constructor(documents: MemoryDocuments, jobs: Map<string, JobSummary>) {
    this.#documents = documents;
    this.#jobs = jobs;
  }

  async add({ location, collection }: SourceInput): Promise<IngestAnswer> {
    const isWeb = sourceKindOf(location) === 'web';
    const files = isWeb ? [{ path: '', content: `The page at ${location}.` }] : readFiles(location);
    const name = isWeb ? new URL(location).hostname : basename(location);
    const id = `source-${name}`;
    const summary: SourceSummary = {
      id,
      kind: sourceKindOf(location),
      name,
      location,
      collections: [collection ?? `${name}-${isWeb ? 'web' : 'docs'}`],
      state: 'idle',
      documents: 0,
      pending: files.length,
      failed: 0,
      skipped: {},
      created_at: '2026-01-01T00:00:00.000Z',
    };
    this.#byId.set(id, { summary, waiting: files });
    return Promise.resolve({ job_id: this.sync(id), source: summary, finished: false, token: formatWriteToken({ sources: { [id]: 1 } }) });
  }

  list(): readonly SourceSummary[] {
    return [...this.#byId.keys()].map((id) => this.#advance(id).summary);
  }

  sync(id: string): string {
    this.#get(id);
    const job = `sync-${id}`;
    this.#jobs.set(job, { id: job, queue: 'sync-source', state: 'done', label: id, attempts: 1, created_at: '2026-01-01T00:00:00.000Z' });
    return job;
  }

  setState(id: string, state: SourceSummary['state']): SourceSummary {
    const registered = this.#get(id);
    const summary = { ...registered.summary, state };
    this.#byId.set(id, { ...registered, summary });
    return summary;
  }

  remove(id: string, keepDocuments: boolean): void {
    const { summary } = this.#get(id);
    this.#byId.delete(id);
    if (keepDocuments) return;
    for (const document of this.#documents.list()) if (document.id.startsWith(`${summary.name}/`)) this.#documents.remove(document);
  }

  #advance(id: string): Registered {
    const registered = this.#get(id);
    const { summary, waiting } = registered;
    const [file, ...rest] = waiting;
    if (file === undefined) return registered;
    const [collection = summary.name] = summary.collections;
    this.#documents.put({ v: 1, collection, id: `${summary.name}/${file.path}`, title: file.path, ...file });
    const next = { summary: { ...summary, documents: summary.documents + 1, pending: rest.length }, waiting: rest };
    this.#byId.set(id, next);
    return next;
  }

  #get(id: string): Registered {
    const found = this.#byId.get(id);
    if (found) return found;
    throw permanent('SOURCE.NOT_FOUND', `There is no source ${id}.`, { category: 'not_found' });
  }
}

function readFiles(location: string): Registered['waiting'] {
  try {
    const isFolder = statSync(location).isDirectory();
    const names = isFolder
      ? readdirSync(location, { withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map(({ name }) => name)
      : [''];
    return names
      .toSorted()
      .map((name) => ({ path: name === '' ? basename(location) : name, content: readFileSync(join(location, name), 'utf8') }));
  } catch (error) {
    throw permanent('SOURCE.NOT_FOUND', `No such folder or file: ${location}`, { category: 'not_found', cause: error });
  }
}
