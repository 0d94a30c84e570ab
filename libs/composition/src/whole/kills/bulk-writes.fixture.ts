import type { DocumentInput } from '@tributary/contracts';
import { SeededRandom } from '@tributary/testing';

/** The collection all of them go to. */
export const COLLECTION = 'bulk';

/** One call of a producer: documents handed in together, or ids deleted together. */
export type Step = { readonly put: readonly DocumentInput[] } | { readonly remove: readonly string[] };

const BATCH = 50;
const WORDS =
  'harbour lamp storm keeper anchor tide ledger compass sail rope signal engine copper barrel letter winter cliff stone gull map'.split(
    ' ',
  );

/** A bulk ingest with everything that may happen in one: new documents, newer and older versions, the same again, deletes, and deleted ones coming back. */
export function bulkWrites({ documents, seed }: { readonly documents: number; readonly seed: number }): readonly Step[] {
  const random = new SeededRandom(seed);
  const steps: Step[] = [];
  for (let from = 0; from < documents; from += BATCH) {
    const size = Math.min(BATCH, documents - from);
    steps.push({ put: Array.from({ length: size }, (_, i) => versioned(from + i, 10)) });
    const known = from + size;
    steps.push({ put: Array.from({ length: 15 }, () => versioned(random.below(known), 1 + random.below(30))) });
    // The last ones in any case, so that a small ingest has deletes whatever the seed.
    const isLast = known === documents;
    if (random.below(3) === 0 || isLast) steps.push({ remove: distinct(Array.from({ length: 8 }, () => random.below(known))).map(idOf) });
    // Without a version: the moment of acceptance, also of documents that were deleted.
    if (random.below(3) === 0) steps.push({ put: distinct(Array.from({ length: 4 }, () => random.below(known))).map(unversioned) });
  }
  return steps;
}

/** Questions about the documents, spread over all of them. */
export function questionsAbout({ documents, count }: { readonly documents: number; readonly count: number }): readonly string[] {
  const random = new SeededRandom(count);
  return Array.from({ length: count }, () => {
    const n = random.below(documents);
    return `${wordOf(n)} ${wordOf(n + 3)} of entry ${n.toString()}`;
  });
}

function versioned(n: number, version: number): DocumentInput {
  return { v: 1, collection: COLLECTION, id: idOf(n), version, content: textOf(n, version), tags: [`version-${version.toString()}`] };
}

function unversioned(n: number): DocumentInput {
  return { v: 1, collection: COLLECTION, id: idOf(n), content: textOf(n, 0) };
}

function idOf(n: number): string {
  return `entry-${n.toString()}`;
}

/** Most documents are one passage, some several; a few have more than one job carries. */
function textOf(n: number, version: number): string {
  const paragraphs = n % 1499 === 7 ? 280 : n % 29 === 0 ? 12 : 1 + ((n + version) % 2);
  return Array.from({ length: paragraphs }, (_, p) => paragraphOf(n, { version, p })).join('\n\n');
}

function paragraphOf(n: number, { version, p }: { readonly version: number; readonly p: number }): string {
  const words = Array.from({ length: 40 }, (_, i) => wordOf(n * 7 + version * 13 + p * 5 + i * i)).join(' ');
  return `Entry ${n.toString()}, version ${version.toString()}, paragraph ${p.toString()}: ${words} ${words}.`;
}

function wordOf(n: number): string {
  return WORDS[n % WORDS.length] ?? '';
}

function distinct(numbers: readonly number[]): readonly number[] {
  return [...new Set(numbers)];
}
