import { realpath } from 'node:fs/promises';
import { dirname, sep } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { CallContext, SourceInput } from '@tributary/contracts';
import type { SourceRecord } from '@tributary/engines-port';
import { permanent } from '@tributary/kernel';
import { sourceId } from '@tributary/kernel/ids';
import { isGrantedAll, writerOf } from '../access/rights.js';

/** Real paths below which folders and files may be ingested. */
export interface IngestRoots {
  /** Configured, and given at start: for every caller who is granted every collection. */
  readonly everybody: readonly string[];
  /** For who has the owner’s token, beside those: the user’s home. */
  readonly owner: readonly string[];
  /** Of tokens that have some of their own, by subject: for their bearers, in place of those of everybody. */
  readonly tokens: ReadonlyMap<string, readonly string[]>;
}

const LONGEST_PATH = 4096;

interface RegisteredSources {
  get(id: string): Promise<SourceRecord | undefined>;
  all(): Promise<readonly SourceRecord[]>;
  /** Whether the caller may read all of it. */
  isWhole(source: SourceRecord): Promise<boolean>;
}

interface Allowance {
  readonly principal: CallContext['principal'];
  readonly roots: IngestRoots;
  readonly sources: RegisteredSources;
}

type Place = Pick<SourceInput, 'location' | 'collection' | 'ignore' | 'trusted_path'>;

/** Lets nobody have a file read that lies outside the allowed roots; only a path that the owner typed himself may lie anywhere.
 *  Compares real paths, so that links lead nowhere else. Who has not the owner’s token is told the same of what lies outside, whether it is there or not.
 *  @throws `SOURCE.NOT_FOUND`, `SOURCE.OUTSIDE_ROOTS`, `ACCESS.DENIED` */
export async function requireIngestRoot(place: Place, allowance: Allowance): Promise<void> {
  const real = await realPath(place.location);
  await (allowance.principal.unrestricted ? requireOfOwner : requireOfOthers)(place, real, allowance);
}

/** What is a source already shows the owner nothing new. */
async function requireOfOwner(
  { location, trusted_path: isTyped }: Place,
  real: string | undefined,
  { roots, sources }: Allowance,
): Promise<void> {
  if (real === undefined) throw notFound(location);
  if (isTyped === true) return;
  const allowed = [...roots.owner, ...roots.everybody];
  if (isBelow(allowed, real) || (await sources.all()).some((source) => contains(source.location, real))) return;
  const where = allowed.length === 0 ? 'none are configured' : `below ${allowed.join(', ')}`;
  throw outside(
    `Only folders and files that the owner allowed may be read (${where}), and ${location} is not among them: the owner can index it with "tributary index ${location}", give it at start, or add it to sources.roots.`,
  );
}

async function requireOfOthers(place: Place, real: string | undefined, { principal, roots, sources }: Allowance): Promise<void> {
  const { location, collection, ignore } = place;
  const allowed = roots.tokens.get(principal.subject) ?? (isGrantedAll(principal) ? roots.everybody : []);
  if (real === undefined) throw isBelow(allowed, await deepestThere(location)) ? notFound(location) : outsideOfOthers(location);
  const present = await sources.get(sourceId(real, collection));
  const isKnown = present !== undefined && (await sources.isWhole(present));
  // A source synced again shows nothing new while it leaves out what it did, which the scope admin may change.
  if (isKnown && (writerOf(principal) === undefined || ignore === undefined || isDeepStrictEqual(ignore, present.ignore ?? []))) return;
  const isKept = async () => (await sources.all()).some((source) => source.id !== present?.id && hidesFilesOf(source, real));
  if (isBelow(allowed, real) && !(await isKept())) return;
  throw isKnown ? keptOut(location) : outsideOfOthers(location);
}

/** What a source of the owner leaves out is not to be had by another source of the same files. */
function hidesFilesOf({ location, ignore = [], registered_by: registrant }: SourceRecord, real: string): boolean {
  if (ignore.length === 0 || registrant !== undefined) return false;
  return contains(location, real) || contains(real, location);
}

function isBelow(roots: readonly string[], real: string): boolean {
  return roots.some((root) => contains(root, real));
}

function contains(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}

/** The real path of the deepest folder on the way to a place that is not there; of a longer path than there can be, the path itself. */
async function deepestThere(location: string): Promise<string> {
  const above = dirname(location);
  if (location.length > LONGEST_PATH || above === location) return location;
  return (await realPath(above)) ?? deepestThere(above);
}

function realPath(path: string): Promise<string | undefined> {
  return realpath(path).catch(() => undefined);
}

function notFound(location: string) {
  return permanent('SOURCE.NOT_FOUND', `There is no such file or folder: ${location}. Give the path as seen by the server.`, {
    category: 'not_found',
  });
}

function outsideOfOthers(location: string) {
  return outside(
    `Without the owner’s token only what the owner allowed may be read, and ${location} is not among that, is not there, or is part of a source that leaves files out: the owner can index it with "tributary index ${location}", give it at start, or add it to sources.roots (access.tokens.<name>.roots of a token that opens only some collections). A source that is there is synced again by its own location and collection.`,
  );
}

/** Of a source that the caller knows. */
function keptOut(location: string) {
  return permanent(
    'ACCESS.DENIED',
    `Only the owner, or a token with the scope admin, changes what the source of ${location} leaves out: leave ignore out to have it synced as it is.`,
    { category: 'denied' },
  );
}

function outside(message: string) {
  return permanent('SOURCE.OUTSIDE_ROOTS', message, { category: 'denied' });
}
