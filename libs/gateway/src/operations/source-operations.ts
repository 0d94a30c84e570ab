import {
  isSyncOver,
  sourceKindOf,
  syncQueueOf,
  type CallContext,
  type IngestAnswer,
  type Principal,
  type SourceInput,
  type SourceSummary,
} from '@tributary/contracts';
import type { SourceRecord } from '@tributary/engines-port';
import { Deadline, permanent } from '@tributary/kernel';
import { setTimeout as pause } from 'node:timers/promises';
import { requireWritable, seenCollections, visibleSource, writerOf } from '../access/rights.js';
import { requireAbsolute } from './absolute-location.js';
import { requireIngestRoot } from './ingest-roots.js';
import type { GatewayCollaborators, ProjectMark } from './use-cases.js';

const POLL_MS = 50;

/** What is looked at until a source is indexed. */
interface AwaitedWork {
  readonly queues: Pick<GatewayCollaborators['queues'], 'get'>;
  readonly summariseSource: Pick<GatewayCollaborators['summariseSource'], 'run'>;
}

type SourceReaders = Pick<GatewayCollaborators, 'summariseSource' | 'catalog'>;

/** Registers a folder, a file or web pages, starts its sync, and waits for it up to `wait_ms`. */
export async function addSource(
  collaborators: GatewayCollaborators,
  input: SourceInput & ProjectMark,
  context: CallContext,
): Promise<IngestAnswer> {
  await requireAllowed(collaborators, input, context.principal);
  return addAllowed(collaborators, input, context);
}

/** Adds a source that `requireAllowed` allowed. */
export async function addAllowed(
  collaborators: GatewayCollaborators,
  input: SourceInput & ProjectMark,
  { principal, signal }: CallContext,
): Promise<IngestAnswer> {
  const { sourceId, jobId, token, sameFilesIn, link } = await collaborators.addSource.run(input, { writer: writerOf(principal) });
  const notes = [
    ...(link?.leadsTo === undefined ? [] : [linkNote(link.path, link.leadsTo)]),
    ...(await notesOn(collaborators, { ids: link?.before ?? [], principal }, (source) => formerNote(source, link?.path ?? ''))),
    ...(await sameFilesNotes(collaborators, { sourceId, ids: sameFilesIn, principal })),
  ];
  const finished = await untilIndexed(collaborators, { sourceId, jobId, deadline: Deadline.in(input.wait_ms), signal });
  return {
    job_id: jobId,
    source: await getSource(collaborators, sourceId, principal),
    finished,
    token,
    ...(notes.length === 0 ? {} : { notes }),
  };
}

/** Refuses what the caller may not have read, in the same words whether it is there or not. @throws `ACCESS.DENIED`, `SOURCE.NOT_FOUND`, `SOURCE.OUTSIDE_ROOTS`, `SOURCE.RELATIVE_PATH` */
export async function requireAllowed(
  { catalog, ingestRoots: roots }: Pick<GatewayCollaborators, 'catalog' | 'ingestRoots'>,
  input: SourceInput,
  principal: Principal,
): Promise<void> {
  requireGrantedCollections(principal, input);
  requireMasked(principal, input);
  requireOwnNotes(principal, input);
  if (isWebSource(input) || input.kind === 'nextcloud-notes') return;
  requireAbsolute(input.location);
  // No summaries: each of them counts documents.
  const get = (id: string) => catalog.sources.get(id);
  const all = () => catalog.sources.all();
  const isWhole = async ({ user_id, route: { code, docs } }: SourceRecord) => {
    const collections = [...new Set([code, docs])];
    return (await seenCollections(catalog, { user_id, collections }, principal)).length === collections.length;
  };
  await requireIngestRoot(input, { principal, roots, sources: { get, all, isWhole } });
}

/** A sentence on each of these sources that the caller sees. */
async function notesOn(
  readers: SourceReaders,
  { ids, principal }: { readonly ids: readonly string[]; readonly principal: Principal },
  note: (source: SourceSummary) => string,
): Promise<string[]> {
  const others = await Promise.all(ids.map((id) => readers.summariseSource.run(id)));
  const seen = await visibleOf(
    readers,
    others.filter((other) => other !== undefined),
    principal,
  );
  return seen.map(note);
}

/** Of a folder within another the part is what is superfluous, whichever came first. */
export async function sameFilesNotes(
  readers: SourceReaders,
  { sourceId, ids, principal }: { readonly sourceId: string; readonly ids: readonly string[]; readonly principal: Principal },
): Promise<string[]> {
  const added = ids.length === 0 ? undefined : await readers.catalog.sources.get(sourceId);
  return notesOn(readers, { ids, principal }, ({ id, name, location, collections }) => {
    const isPart = added !== undefined && added.location !== location && added.location.startsWith(location.replace(/\/?$/, '/'));
    const out = isPart
      ? `"tributary sources remove ${sourceId}" takes this part out`
      : `"tributary sources remove ${id}" takes that source out`;
    return `The source ${name} (${id}), ${location}, has these files already, or some of them, in ${collections.join(', ')}: they are indexed twice. ${out}.`;
  });
}

function linkNote(path: string, leadsTo: string): string {
  return `${path} is a link to ${leadsTo}: that is what is indexed. When the link leads elsewhere, index it again.`;
}

function formerNote({ id, name, location }: SourceSummary, path: string): string {
  return `${path} led to the source ${name} (${id}), ${location}, before, which is still answered. "tributary sources remove ${id}" takes it out.`;
}

/** Notes of a user are read with the password he stored: nobody else has them read. @throws `ACCESS.DENIED` */
function requireOwnNotes(principal: Principal, { kind, location }: SourceInput): void {
  if (kind !== 'nextcloud-notes' || principal.unrestricted || principal.user_id === location) return;
  throw permanent('ACCESS.DENIED', 'Only a user himself, or the owner, may have his notes read: give your own name as location.', {
    category: 'denied',
  });
}

/** Only the owner lets secrets into the index. @throws `ACCESS.DENIED` */
function requireMasked(principal: Principal, { mask_secrets }: SourceInput): void {
  if (mask_secrets !== false || principal.unrestricted) return;
  throw permanent('ACCESS.DENIED', 'Only the owner may have secrets indexed: leave mask_secrets out.', { category: 'denied' });
}

/** Pages are no files of this machine; which addresses may be fetched is the reader's to say. */
function isWebSource({ kind, location }: Pick<SourceInput, 'kind' | 'location'>): boolean {
  return (kind ?? sourceKindOf(location)) === 'web';
}

/** Who may use only some collections must say into which one it goes: those that are named after the folder may be others’. @throws `ACCESS.DENIED` */
function requireGrantedCollections(principal: Principal, { collection }: SourceInput): void {
  if (principal.unrestricted || principal.collections.includes('*')) return;
  if (collection !== undefined) {
    requireWritable(principal, collection);
    return;
  }
  throw permanent(
    'ACCESS.DENIED',
    `The token opens only ${principal.collections.join(', ')}: say in \`collection\` which of them to fill.`,
    {
      category: 'denied',
    },
  );
}

/** The sources the caller may know of, oldest first. */
export async function listSources(readers: SourceReaders, principal: Principal): Promise<readonly SourceSummary[]> {
  return visibleOf(readers, await readers.summariseSource.all(), principal);
}

async function visibleOf(
  readers: Pick<SourceReaders, 'catalog'>,
  sources: readonly SourceSummary[],
  principal: Principal,
): Promise<readonly SourceSummary[]> {
  const seen = await Promise.all(sources.map((source) => seenSource(readers, source, principal)));
  return seen.filter((source) => source !== undefined);
}

/** What the caller may know of a source, its documents counted in the collections he sees. */
async function seenSource(
  { catalog }: Pick<SourceReaders, 'catalog'>,
  source: SourceSummary,
  principal: Principal,
): Promise<SourceSummary | undefined> {
  const visible = await visibleSource(catalog, source, principal);
  if (visible === undefined || visible.collections.length === source.collections.length) return visible;
  const count = async (state: 'indexed' | 'accepted' | 'failed') => {
    const counts = await Promise.all(
      visible.collections.map((collection) => catalog.documents.count({ source: source.id, collection, state })),
    );
    return counts.reduce((sum, documents) => sum + documents, 0);
  };
  const [documents, pending, failed] = await Promise.all([count('indexed'), count('accepted'), count('failed')]);
  return { ...visible, documents, pending, failed };
}

/** @throws `SOURCE.NOT_FOUND`, also for a source the caller may not know of */
export async function getSource(readers: SourceReaders, sourceId: string, principal: Principal): Promise<SourceSummary> {
  const source = await readers.summariseSource.run(sourceId);
  const visible = source && (await seenSource(readers, source, principal));
  if (visible) return visible;
  throw permanent('SOURCE.NOT_FOUND', `There is no source ${sourceId}: \`tributary sources\` shows the ones there are.`, {
    category: 'not_found',
  });
}

/** @returns the source where all it fills is granted @throws `SOURCE.NOT_FOUND`, `ACCESS.DENIED` */
export async function getWholeSource(readers: SourceReaders, sourceId: string, principal: Principal): Promise<SourceSummary> {
  const visible = await getSource(readers, sourceId, principal);
  const whole = await readers.summariseSource.run(sourceId);
  if (whole === undefined || whole.collections.length === visible.collections.length) return visible;
  throw permanent(
    'ACCESS.DENIED',
    `The source ${sourceId} fills collections, too, that the token does not open: ask whoever has a token for all of them.`,
    { category: 'denied' },
  );
}

interface SyncInput {
  readonly id: string;
  readonly confirmed: boolean;
  readonly principal: Principal;
}

/** Asks for another comparison of the source with the index; to confirm what it deletes is to decide for all it fills. @throws `SOURCE.NOT_FOUND`, `SOURCE.PAUSED`, `ACCESS.DENIED` */
export async function syncSource(
  collaborators: GatewayCollaborators,
  { id, confirmed, principal }: SyncInput,
): Promise<{ job_id: string }> {
  const { kind, state, reason } = await (confirmed ? getWholeSource : getSource)(collaborators, id, principal);
  if (state === 'paused') {
    const why = reason ?? `To go on: tributary sources resume ${id}`;
    throw permanent('SOURCE.PAUSED', `A paused source is not synced. ${why}`, { category: 'conflict' });
  }
  const { id: job_id } = await collaborators.queues.add(syncQueueOf(kind), { source_id: id, confirmed });
  return { job_id };
}

/** True when the sync is over and nothing of the source waits, before the time is over. @throws why the sync failed for good, `SYNC.CANCELLED` */
export async function untilIndexed(
  { queues, summariseSource }: AwaitedWork,
  wait: { sourceId: string; jobId: string; deadline: Deadline; signal: AbortSignal },
): Promise<boolean> {
  for (;;) {
    const job = await queues.get(wait.jobId);
    if (job === undefined || isSyncOver(job)) {
      const source = await summariseSource.run(wait.sourceId);
      if (source?.pending === 0) return true;
    }
    if (wait.deadline.hasPassed) return false;
    await pause(POLL_MS, undefined, { signal: wait.signal });
  }
}
