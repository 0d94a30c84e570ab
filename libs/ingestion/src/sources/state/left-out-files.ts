import type { Catalog, SourceRecord } from '@tributary/engines-port';
import { isAtPath } from '../../projects/project-path.js';
import { ID_TAKEN } from './kept-out.js';

/** Files named for each reason they were left out for. */
export const MOST_EXAMPLES = 50;

type LeftOut = Pick<SourceRecord, 'skipped' | 'examples'>;
type Counts = SourceRecord['skipped'];

interface LeftOutOfSync extends LeftOut {
  /** Paths of the source that were looked at; left out: all. */
  readonly part: readonly string[] | undefined;
  /** How many `forgetLeftOutOfPart` and `forgetUnnamedOfPart` took out, by reason. */
  readonly forgotten: Counts;
  /** Of `skipped`, those that did not count before. */
  readonly fresh: Counts;
}

/** Adds to the numbers of files left out, and to the first of them. Workers find some while the sync still walks, so both add; a file that is known by name
 *  counts once. */
export async function countLeftOut(catalog: Catalog, id: string, more: LeftOut): Promise<void> {
  if (Object.keys(more.skipped).length === 0) return;
  await catalog.sources.change(id, (present) => {
    if (present === undefined) return { keep: true };
    return { set: { ...present, ...together(without(present, isNamedIn(more)), more) } };
  });
}

/** The same, of files whose rows say that they were left out. */
export async function countLeftOutFiles(catalog: Catalog, id: string, files: readonly LeftOutFile[]): Promise<void> {
  const none: LeftOut = { skipped: {}, examples: {} };
  const more = files.reduce((sum, { path, reason }) => together(sum, { skipped: { [reason]: 1 }, examples: { [reason]: [path] } }), none);
  await countLeftOut(catalog, id, more);
}

/** Before a part of a source is looked at: what is known of it by name no longer counts, as workers may add it anew from now on. What was kept out of a place
 *  that another document has stays until `noteLeftOut`: that is looked for meanwhile. @returns what went */
export async function forgetLeftOutOfPart({ sources }: Pick<Catalog, 'sources'>, id: string, part: readonly string[]): Promise<LeftOut> {
  let forgotten: LeftOut = { skipped: {}, examples: {} };
  await sources.change(id, (present) => {
    if (present === undefined) return { keep: true };
    const isMeant = (path: string, reason: string) => reason !== ID_TAKEN && isAtPath(path, part);
    const rest = without(present, isMeant);
    const names = Object.entries(present.examples).map(
      ([reason, paths]) => [reason, paths.filter((path) => isMeant(path, reason))] as const,
    );
    forgotten = { skipped: less(present.skipped, rest.skipped), examples: Object.fromEntries(names) };
    return Object.keys(forgotten.skipped).length === 0 ? { keep: true } : { set: { ...present, ...rest } };
  });
  return forgotten;
}

interface Unnamed {
  /** What `forgetLeftOutOfPart` took out. */
  readonly forgotten: LeftOut;
  /** Files of the part whose rows say that they were left out. */
  readonly remembered: readonly LeftOutFile[];
}

/** A file that was found to be no document when it was read. */
export interface LeftOutFile {
  readonly path: string;
  readonly reason: string;
}

/** Before a part of a source is looked at: what is known of it by the rows of the catalog alone no longer counts either. @returns how many went, also before, by reason */
export async function forgetUnnamedOfPart(
  { sources }: Pick<Catalog, 'sources'>,
  id: string,
  { forgotten, remembered }: Unnamed,
): Promise<Counts> {
  if (remembered.length === 0) return forgotten.skipped;
  let gone: Counts = {};
  await sources.change(id, (present) => {
    if (present === undefined) return { keep: true };
    const [wasNamed, isNamed] = [isNamedIn(forgotten), isNamedIn(present)];
    const counts = { ...present.skipped };
    for (const { path, reason } of remembered) {
      const count = counts[reason] ?? 0;
      // Every name that is kept stands for one that counts.
      if (!wasNamed(path) && !isNamed(path) && count > (present.examples[reason]?.length ?? 0)) counts[reason] = count - 1;
    }
    gone = less(present.skipped, counts);
    const skipped = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
    return Object.keys(gone).length === 0 ? { keep: true } : { set: { ...present, skipped } };
  });
  return together(forgotten, { skipped: gone, examples: {} }).skipped;
}

/** Notes what a sync left out: of a part of a source what is known of it from before no longer counts. */
export async function noteLeftOut(catalog: Catalog, id: string, { part, forgotten, fresh, ...found }: LeftOutOfSync): Promise<void> {
  if (part === undefined) {
    await countLeftOut(catalog, id, found);
    return;
  }
  await catalog.sources.change(id, (present) => {
    if (present === undefined) return { keep: true };
    const isNamed = isNamedIn(found);
    const rest = without(present, (path, reason) => isNamed(path) || (reason === ID_TAKEN && isAtPath(path, part)));
    const gone = less(present.skipped, rest.skipped);
    const added = Object.entries(found.skipped).map(([reason, count]) => {
      const areAllNamed = (rest.skipped[reason] ?? 0) === (rest.examples[reason]?.length ?? 0);
      const counted = (forgotten[reason] ?? 0) + (gone[reason] ?? 0) + (fresh[reason] ?? 0);
      // Of those that have no name here some may be of this part.
      return [reason, areAllNamed ? count : Math.min(count, counted)] as const;
    });
    const left = together(rest, { skipped: Object.fromEntries(added), examples: found.examples });
    return isSame(left, present) ? { keep: true } : { set: { ...present, ...left } };
  });
}

function isNamedIn({ examples }: LeftOut): (path: string) => boolean {
  const named = new Set(Object.values(examples).flat());
  return (path) => named.has(path);
}

function without({ skipped, examples }: LeftOut, isMeant: (path: string, reason: string) => boolean): LeftOut {
  const names: LeftOut['examples'] = {};
  const counts: Counts = {};
  for (const [reason, count] of Object.entries(skipped)) {
    const before = examples[reason] ?? [];
    const after = before.filter((path) => !isMeant(path, reason));
    const left = count - (before.length - after.length);
    if (left > 0) counts[reason] = left;
    if (after.length > 0) names[reason] = after;
  }
  return { skipped: counts, examples: names };
}

function together(known: LeftOut, more: LeftOut): LeftOut {
  const counts = { ...known.skipped };
  const names = { ...known.examples };
  for (const [reason, count] of Object.entries(more.skipped)) if (count > 0) counts[reason] = (counts[reason] ?? 0) + count;
  for (const [reason, paths] of Object.entries(more.examples))
    names[reason] = [...new Set([...(names[reason] ?? []), ...paths])].slice(0, MOST_EXAMPLES);
  return { skipped: counts, examples: names };
}

function less(before: Counts, after: Counts): Counts {
  const differences = Object.entries(before).map(([reason, count]) => [reason, count - (after[reason] ?? 0)] as const);
  return Object.fromEntries(differences.filter(([, count]) => count > 0));
}

function isSame(a: LeftOut, b: LeftOut): boolean {
  return JSON.stringify([a.skipped, a.examples]) === JSON.stringify([b.skipped, b.examples]);
}
