import {
  SourceReach,
  allQueues,
  embedQueryQueue,
  makesSameVectors,
  queuesOfReach,
  reachOf,
  type ComponentHealth,
  type DoctorCheck,
} from '@tributary/contracts';
import type { EmbeddingProvider } from '@tributary/embedding-port';
import { engineHealth, liveCollections, type Engine } from '@tributary/engines-port';
import { Deadline, MIB, toErrorRecord, untilAborted } from '@tributary/kernel';
import { stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { unusedStores } from '../data-folder/made-store.js';
import { failedDocuments } from './failed-documents.js';
import { lostDocuments } from './lost-documents.js';
import { damageOf } from '../integrity/damage.js';
import type { Parts } from '../parts/compose-parts.js';

const GIB = 1024 * MIB;
/** Below this much free space writing will soon fail. */
const ENOUGH_BYTES = 2 * GIB;
const TOO_LITTLE_BYTES = 200 * MIB;
/** Places that are named, of those that nobody watches. */
const MOST_NAMED = 3;
/** Collections that are named, of those that a model fits no more. */
const MOST_MADE = 5;

/** The answer to `doctor` waits for it. */
const LOADED_WITHIN_MS = 10_000;

/** What the installation stands on: data folder, engines, models, queues, dead jobs, lost and failed documents. What cannot be looked at is a failed check, never an error.
 *  Of collections that are not included nothing is named. @throws when the signal aborts */
export async function checkInstallation(
  parts: Parts,
  { includes = () => true, signal }: CheckOptions = {},
): Promise<readonly DoctorCheck[]> {
  const { engines, providers, configuration } = parts;
  const { folder } = configuration.data;
  const checks = Promise.all([
    checked('data folder', () => dataFolder(configuration)),
    checked('disk space', () => diskSpace(folder)),
    ...engines.all().map((engine) => checked(`engine ${engine.name}`, () => engineAndFile(engine, { folder, signal }))),
    ...providers.all().map((provider) => checked(`model ${provider.name}`, () => modelAndCollections(provider, parts, includes))),
    checked('queues', () => durability(parts)),
    checked('workers', () => workers(parts)),
    ...(parts.queueKind === 'bullmq' ? [checked('watched sources', () => watchedSources(parts))] : []),
    checked('dead letters', () => deadLetters(parts)),
    checked('lost documents', () => lostDocuments(parts.catalog, includes)),
    checked('failed documents', () => failedDocuments(parts, includes)),
  ]);
  return untilAborted(checks, signal);
}

type Finding = Omit<DoctorCheck, 'name'>;
type Includes = (collection: string) => boolean;

interface CheckOptions {
  /** Left out: all of them. */
  readonly includes?: Includes;
  readonly signal?: AbortSignal;
}

async function checked(name: string, look: () => Promise<Finding>): Promise<DoctorCheck> {
  try {
    return { name, ...(await look()) };
  } catch (error) {
    return { name, status: 'failed', detail: toErrorRecord(error).message };
  }
}

async function dataFolder(configuration: Parts['configuration']): Promise<Finding> {
  const found = await permissions(configuration.data.folder);
  const unused = await unusedStores(configuration);
  if (unused.length === 0) return found;
  const told = found.status === 'ok' ? [] : [found.detail];
  return { status: 'warning', detail: [...told, ...unused].join(' ') };
}

async function permissions(folder: string): Promise<Finding> {
  const { mode, uid } = await stat(folder);
  if (process.platform === 'win32') return { status: 'ok', detail: folder };
  if (uid !== process.getuid?.())
    return { status: 'warning', detail: `${folder} belongs to another user: whoever owns it can read everything.` };
  if ((mode & 0o077) !== 0) return { status: 'warning', detail: `Others may look into ${folder}: chmod 700 it.` };
  return { status: 'ok', detail: `${folder}, for its owner alone` };
}

async function diskSpace(folder: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const detail = `${(free / GIB).toFixed(1)} GiB free below ${folder}`;
  if (free < TOO_LITTLE_BYTES) return { status: 'failed', detail: `${detail}: writes will fail; make room.` };
  return free < ENOUGH_BYTES ? { status: 'warning', detail: `${detail}: make room soon.` } : { status: 'ok', detail };
}

/** An embedded store is looked through page by page: pages that no search reads are damaged without anybody noticing. */
async function engineAndFile(
  engine: Engine,
  { folder, signal }: { readonly folder: string; readonly signal: AbortSignal | undefined },
): Promise<Finding> {
  const finding = ofHealth(await engineHealth(engine));
  if (engine.kind !== 'embedded' || finding.status === 'failed') return finding;
  const file = join(folder, 'store', engine.name, 'store.db');
  const damage = await damageOf({ file, isCopy: false }, signal);
  if (damage === undefined) return finding;
  const { storeDamaged } = await import('@tributary/engines-embedded');
  return { status: 'failed', detail: storeDamaged(`${file} is damaged (${damage})`).message };
}

/** A model may become another one under its name, by its server, its files or a setting: what it made before fits it no more. */
async function modelAndCollections(provider: EmbeddingProvider, parts: Parts, includes: Includes): Promise<Finding> {
  const present = await provider.describe(undefined, 'anew').catch(() => undefined); // its health says why
  const health = await provider.health();
  const finding = ofHealth(health);
  if (present === undefined || finding.status === 'failed') return finding;
  const refusal = health.kind === 'transformers' ? await whyNotLoaded(provider, parts) : undefined;
  if (refusal !== undefined) return { status: 'failed', detail: refusal };
  const own = (await liveCollections(parts.catalog)).filter(
    ({ card, adopted }) => card.model.name === provider.name && adopted === undefined,
  );
  const unfit = own.filter(({ card }) => !makesSameVectors(card.model, present)).map(({ name }) => name);
  if (unfit.length === 0) return finding;
  const named = unfit.filter(includes);
  const [first] = named;
  const more = unfit.length > Math.min(named.length, MOST_MADE) ? ', …' : '';
  const which =
    first === undefined
      ? 'Collections that are not yours were'
      : unfit.length === 1
        ? `The collection ${first} was`
        : `The collections ${named.slice(0, MOST_MADE).join(', ')}${more} were`;
  const detail = `${finding.detail}. ${which} made with another revision or dimension of it: neither searched by meaning nor written to until embedded again (tributary reembed ${first ?? 'COLLECTION'}).`;
  return { status: 'failed', detail };
}

/** Files that are there may be damaged, which only loading them tells: done where models are loaded, by a text to embed. One that takes long is no failure. */
async function whyNotLoaded({ name }: EmbeddingProvider, { queues }: Parts): Promise<string | undefined> {
  try {
    await queues.request(embedQueryQueue, { model: name, texts: ['text'], kind: 'document' }, { deadline: Deadline.in(LOADED_WITHIN_MS) });
    return undefined;
  } catch (error) {
    const { code, message, retryable } = toErrorRecord(error);
    return code.startsWith('EMBEDDER.') && !retryable ? message : undefined;
  }
}

function ofHealth({ status, kind, detail }: ComponentHealth): Finding {
  const what = detail === undefined ? kind : `${kind}: ${detail}`;
  return { status: status === 'up' ? 'ok' : status === 'degraded' ? 'warning' : 'failed', detail: what };
}

const OF_JOBS = {
  fsync: 'a job survives a power cut.',
  everysec: 'a power cut may lose the jobs of the last second; they are made again from the catalog.',
  none: 'a crash may lose jobs; they are made again from the catalog, those of outside producers are gone. Set appendonly to yes.',
  unknown: 'the server does not tell what it keeps; jobs of outside producers are as safe as it is.',
} as const;

const OF_FULL = {
  never: '',
  possible: ' It may throw jobs away when its memory is full: set maxmemory-policy to noeviction.',
  unknown: '',
} as const;

async function durability({ queues, queueKind }: Parts): Promise<Finding> {
  const [durable, eviction] = await Promise.all([queues.durability(), queues.eviction()]);
  const more = queueKind === 'bullmq' && durable === 'everysec' ? ' For more, set appendfsync to always.' : '';
  const detail = `${queueKind === 'local' ? 'in the data folder' : 'Redis'}, ${durable}: ${OF_JOBS[durable]}${more}${OF_FULL[eviction]}`;
  const isSafe = (durable === 'fsync' || durable === 'everysec') && eviction !== 'possible';
  return { status: isSafe ? 'ok' : 'warning', detail };
}

async function workers({ queues }: Parts): Promise<Finding> {
  const consumed = await Promise.all(allQueues.map(async (queue) => ({ name: queue.name, isConsumed: await queues.isConsumed(queue) })));
  const idle = consumed.filter(({ isConsumed }) => !isConsumed).map(({ name }) => name);
  if (idle.length === 0) return { status: 'ok', detail: 'every queue has a live process' };
  const unread = SourceReach.options.filter((reach) => idle.includes(queuesOfReach(reach).sync.name));
  const sources = unread.map(
    (reach) => ` There is no worker for ${reach} sources: start an ingest worker with sources.read "${reach}" or "all".`,
  );
  return { status: 'warning', detail: `No live process handles ${idle.join(', ')}: start the service that does.${sources.join('')}` };
}

/** A place is watched by the ingest workers that list it; where none does, nothing else says so. Pages and notes of others are watched by nobody. */
async function watchedSources({ catalog, clock }: Parts): Promise<Finding> {
  const wanted = (await catalog.sources.all()).filter(
    ({ kind, watch, state }) => reachOf(kind) === 'local' && watch === true && state !== 'paused',
  );
  const leases = await Promise.all(wanted.map(({ id }) => catalog.watches.get(id)));
  const unwatched = wanted.filter((_, n) => (leases[n]?.until ?? 0) <= clock.now()).map(({ location }) => location);
  if (unwatched.length === 0)
    return { status: 'ok', detail: wanted.length === 0 ? 'none' : `${wanted.length.toString()}, each by a live process` };
  const named = unwatched.slice(0, MOST_NAMED).join(', ');
  const more = unwatched.length > MOST_NAMED ? ` and ${(unwatched.length - MOST_NAMED).toString()} more` : '';
  return {
    status: 'warning',
    detail: `No live process watches ${named}${more}: what changes there comes in by a sync alone. Start an ingest worker that reads local sources and has the folder in its sources.roots.`,
  };
}

async function deadLetters({ queues }: Parts): Promise<Finding> {
  const counts = await Promise.all(allQueues.filter(({ kind }) => kind === 'work').map((queue) => queues.counts(queue)));
  const dead = counts.reduce((sum, count) => sum + count.dead, 0);
  if (dead === 0) return { status: 'ok', detail: 'none' };
  return {
    status: 'warning',
    detail: `${dead.toString()}: see "tributary jobs list --state dead", and try one again with "tributary jobs redrive ID".`,
  };
}
