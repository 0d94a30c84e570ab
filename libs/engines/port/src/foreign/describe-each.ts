import { Deadline, Limiter, isAbort, retryable, toErrorRecord } from '@tributary/kernel';
import { generationNamed } from '../catalog/collection-record.js';
import type { ForeignCollection, ForeignListing, ForeignListOptions, UndescribedCollection } from './foreign-collections.js';

/** A server describes a collection in milliseconds: one that takes longer is said to be late, and the listing goes on without it. */
const LOOK_LIMIT_MS = 2_000;
const ASKED_AT_ONCE = 8;

/** Describes the collections of a server few at a time, those first that were not asked for yet; one that fails or is late is told beside the others. A listing that nothing is left of because the
 *  server is gone fails as a whole.
 *  @param describe undefined for a collection that is to be left out */
export async function describeEach<T extends { readonly name: string }>(
  wanted: readonly T[],
  describe: (one: T, signal: AbortSignal) => Promise<ForeignCollection | undefined>,
  { signal, each, asked = new Set() }: ForeignListOptions = {},
): Promise<ForeignListing> {
  const limiter = new Limiter(ASKED_AT_ONCE);
  const failures: { readonly name: string; readonly error: unknown }[] = [];
  const described = new Map<T, ForeignCollection>();
  await Promise.all(
    longestAgoFirst(wanted, asked).map((one) =>
      limiter.run(async () => {
        try {
          if (signal?.aborted === true) throw isTimeout(signal.reason) ? notAsked() : signal.reason;
          asked.delete(one.name);
          asked.add(one.name);
          const collection = await describe(one, Deadline.in(LOOK_LIMIT_MS).signal(signal));
          if (collection === undefined) return;
          each?.(collection);
          described.set(one, collection);
        } catch (error) {
          // Who gave up wants nothing more; whose time is over still wants what there is.
          if (signal?.aborted === true && !isTimeout(signal.reason)) throw error;
          failures.push({ name: one.name, error });
        }
      }),
    ),
  );
  const collections = wanted.flatMap((one) => described.get(one) ?? []);
  const failed = failures.map(undescribed);
  const [first] = failures;
  const isGone = failures.length === wanted.length && failed.every(({ error }) => error.category === 'unavailable');
  if (first !== undefined && isGone) throw first.error;
  // One that is called as ours are is most likely ours, which its mark alone tells.
  return { collections, failed: failed.filter(({ name }) => generationNamed(name) === undefined) };
}

/** Those that are gone are forgotten. */
function longestAgoFirst<T extends { readonly name: string }>(wanted: readonly T[], asked: Set<string>): readonly T[] {
  const names = new Set(wanted.map(({ name }) => name));
  for (const name of asked) if (!names.has(name)) asked.delete(name);
  const places = new Map([...asked].map((name, place) => [name, place]));
  return wanted.toSorted((a, b) => (places.get(a.name) ?? -1) - (places.get(b.name) ?? -1));
}

function undescribed({ name, error }: { readonly name: string; readonly error: unknown }): UndescribedCollection {
  return { name, error: toErrorRecord(isAbort(error) ? tooLate() : error) };
}

function tooLate() {
  return retryable('SEARCH.LATE', `The engine did not describe it within ${(LOOK_LIMIT_MS / 1000).toString()} s.`, { category: 'timeout' });
}

function notAsked() {
  return retryable('SEARCH.LATE', 'The engine was not asked to describe it yet, since it takes long to describe the others.', {
    category: 'timeout',
  });
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}
