import { permanent } from '../errors/tributary-error.js';
import { sha256Hex } from './hash-ids.js';

/** What a write was acknowledged with: how far each collection, or each source it is read from, was in the catalog by then. */
export interface WriteMarks {
  /** Catalog sequence by collection: everything accepted up to it is meant. */
  readonly collections?: Readonly<Record<string, number>>;
  /** Number of the sync that was asked for, by source id. */
  readonly sources?: Readonly<Record<string, number>>;
}

const TOKEN = /^w1\.([A-Za-z0-9_-]+)\.([0-9a-f]{12})$/;

/** Writes marks as the opaque token callers give back: `w1.<marks>.<checksum>`, letters, digits and `._-` only. */
export function formatWriteToken({ collections = {}, sources = {} }: WriteMarks): string {
  const marks = Buffer.from(JSON.stringify([collections, sources])).toString('base64url');
  return `w1.${marks}.${checksum(marks)}`;
}

/** Reads a token. @throws `TOKEN.INVALID` when it is none of ours, or was changed on its way */
export function parseWriteToken(token: string): Required<WriteMarks> {
  const [, marks, sum] = TOKEN.exec(token) ?? [];
  if (marks === undefined || sum !== checksum(marks)) throw invalid();
  const [collections, sources] = readMarks(marks);
  if (!areSequences(collections) || !areSequences(sources)) throw invalid();
  return { collections, sources };
}

/** One token that stands for several: of each collection and source the furthest mark. Undefined where there are none. @throws `TOKEN.INVALID` */
export function mergeWriteTokens(tokens: readonly string[]): string | undefined {
  const distinct = [...new Set(tokens)];
  if (distinct.length < 2) return distinct[0];
  const marks = distinct.map(parseWriteToken);
  return formatWriteToken({
    collections: furthest(marks.map((one) => one.collections)),
    sources: furthest(marks.map((one) => one.sources)),
  });
}

function furthest(all: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const merged = new Map<string, number>();
  for (const marks of all) for (const [name, mark] of Object.entries(marks)) merged.set(name, Math.max(mark, merged.get(name) ?? 0));
  return Object.fromEntries(merged);
}

/** Finds a slip of the pen, not a forger: a mark only says how long to wait. */
function checksum(marks: string): string {
  return sha256Hex(`tributary write token\n${marks}`).slice(0, 12);
}

function readMarks(marks: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(marks, 'base64url').toString());
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

function areSequences(value: unknown): value is Readonly<Record<string, number>> {
  return typeof value === 'object' && value !== null && Object.values(value).every((mark) => Number.isSafeInteger(mark));
}

function invalid() {
  return permanent(
    'TOKEN.INVALID',
    'This is not a token of a write, or it was changed on its way: give `after` what store, ingest or delete answered as `token`.',
  );
}
