import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { HttpConnection, HttpOperations } from '@tributary/api-client';
import { isMissed, localOwner, SearchRequest, type CallContext, type Operations, type SearchInput } from '@tributary/contracts';
import { readServer } from '@tributary/testing';
import { startStandalone } from '../../bench/end-to-end/servers.js';

/** At most two passages of a document come, so that these hold ten documents wherever so many fit. */
const LIMIT = 30;

/** Of the collections so many are chosen at most (docs/planning.md). */
const [LEAST_CHOSEN, MOST_CHOSEN] = [8, 0.3];
/** How long sketches of all collections may take. */
const PLANNED_WITHIN_MS = 120_000;

interface FolderQuery {
  readonly algorithm: SearchInput['algorithm'];
  /** Left out: all of them. */
  readonly folders?: readonly string[];
  /** Whether the server chooses among all. */
  readonly isPlanned?: boolean;
}

interface Found {
  /** Folder and path, the best first, each once. */
  readonly documents: readonly string[];
  /** Collections that were asked, and those that were not chosen. */
  readonly asked: number;
  readonly left: number;
}

/** A server that has read the folders. */
export interface FolderSearch {
  ask(query: string, options: FolderQuery): Promise<Found>;
  stop(): Promise<void>;
}

/** Starts the built server on an empty data folder and indexes folders as users do: the code and the documents of each become a collection. */
export async function startFolders(folders: readonly string[], data: string): Promise<FolderSearch> {
  const server = await startStandalone(data);
  try {
    const tributary = ['dist/programs/cli.js', '--data', data];
    await promisify(execFile)(process.execPath, [...tributary, 'index', ...folders], { maxBuffer: 64 * 1024 * 1024 });
    const operations = new HttpOperations(new HttpConnection({ url: server.url, token: (await readServer(data)).token }));
    const collections = await operations.listCollections(context());
    const made = new Set(collections.map(({ name }) => name));
    return { ask: (query, options) => ask(operations, { query, made, ...options }), stop: () => server.stop() };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

type Question = FolderQuery & { readonly query: string; readonly made: ReadonlySet<string> };

async function ask(operations: Operations, { query, algorithm, folders, isPlanned, made }: Question): Promise<Found> {
  const own = folders?.flatMap((name) => [`${name}-code`, `${name}-docs`].filter((one) => made.has(one)));
  const collections = isPlanned ? ['auto'] : own;
  const request = SearchRequest.parse({ query, algorithm, limit: LIMIT, deadline_ms: 30_000, ...(collections ? { collections } : {}) });
  const { hits, coverage } = await operations.search(request, context());
  const left = coverage.filter(({ status }) => status === 'not_selected').length;
  const late = coverage.find(isMissed);
  if (late) throw new Error(`${late.collection} was not searched: ${late.status}.`);
  return { documents: [...new Set(hits.map(({ uri }) => documentOf(uri)))], asked: coverage.length - left, left };
}

function context(): CallContext {
  return { principal: localOwner, signal: AbortSignal.timeout(60_000) };
}

/** Sketches are made behind the searches that miss them, and what has none is asked beside the chosen: waits until there are all. */
export async function untilPlanned(search: FolderSearch, query: string): Promise<void> {
  const deadline = performance.now() + PLANNED_WITHIN_MS;
  for (;;) {
    const { asked, left } = await search.ask(query, { algorithm: 'hybrid', isPlanned: true });
    if (asked <= Math.max(LEAST_CHOSEN, MOST_CHOSEN * (asked + left))) return;
    if (performance.now() > deadline) throw new Error(`${asked.toString()} collections are asked still: not all have a sketch.`);
    await pause(500);
  }
}

/** `tributary://django-docs/django/docs/intro/index.txt#3` is of `django/docs/intro/index.txt`. */
function documentOf(uri: string): string {
  const { pathname } = new URL(uri);
  return decodeURIComponent(pathname.slice(1));
}
