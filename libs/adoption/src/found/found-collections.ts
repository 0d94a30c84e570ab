import { unlistedEngine } from '@tributary/contracts';
import {
  hasParted,
  isMovedFrom,
  type CollectionRecord,
  type Engine,
  type Engines,
  type ForeignCollection,
  type FoundCollections,
  type FoundListing,
  type UnreadableCollection,
} from '@tributary/engines-port';
import { Deadline, type Clock, type ErrorRecord } from '@tributary/kernel';
import { collectionNameOf } from '@tributary/kernel/ids';
import { setTimeout as pause } from 'node:timers/promises';
import { isBindingOf } from '../adopt/adopt-collections.use-case.js';
import { qualifiedName } from '../adopt/qualified-name.js';
import { EngineListing, type Listing } from './engine-listing.js';
import type { InspectedCards, Look } from './inspected-cards.js';

const WAIT_MS = 300;

interface FinderCollaborators {
  readonly engines: Engines;
  readonly cards: InspectedCards;
  readonly clock: Clock;
}

/** Finds, on every configured engine, the collections that another program made and nobody adopted, and binds them with cards kept in memory. */
export class CollectionFinder implements FoundCollections {
  readonly #cards: InspectedCards;
  readonly #listings: readonly EngineListing[];

  constructor({ engines, cards, clock }: FinderCollaborators) {
    this.#cards = cards;
    this.#listings = engines
      .all()
      .filter(({ foreign }) => foreign !== undefined)
      .map((engine) => new EngineListing(engine, clock));
  }

  async beside(
    records: readonly CollectionRecord[],
    { fresh = false, waitMs = WAIT_MS }: { readonly fresh?: boolean; readonly waitMs?: number } = {},
  ): Promise<FoundListing> {
    const deadline = Deadline.in(waitMs);
    const listings = await Promise.all(this.#listings.map((listing) => listing.get({ fresh, waitMs })));
    const found = listings.flatMap((listing) => unbound(listing, records));
    const looks = found.map(({ engine, collection }) => this.#cards.of(engine, collection));
    const failed = listings.flatMap((listing) => unknown(listing, records));
    await firstLooks(looks, deadline);
    const names = namesOf([...found, ...failed], records);
    const states = found.map((one, at) => ({ ...one, name: names[at] ?? one.collection.name, state: looks[at]?.state }));
    const copyOf = ({ engine, collection }: FoundOne) =>
      records.find((record) => !record.removed && isMovedFrom(record, engine.name, collection.name));
    return {
      records: states.flatMap(({ state, ...one }) =>
        state !== undefined && 'card' in state ? [bind({ ...one, copy: copyOf(one) }, state.card)] : [],
      ),
      unreadable: [
        ...listings.flatMap(({ engine, error }) => (error === undefined ? [] : [unlisted(engine, error)])),
        ...states.flatMap(({ state, name, engine }) =>
          state !== undefined && 'card' in state ? [] : [unread(name, engine, state?.error)],
        ),
        ...failed.map(({ collection, engine, error }, at) => undescribed(names[found.length + at] ?? collection.name, engine, error)),
      ],
    };
  }
}

interface FoundOne {
  readonly engine: Engine;
  readonly collection: ForeignCollection;
}

interface UnknownOne {
  readonly engine: Engine;
  readonly collection: { readonly name: string };
  readonly error: ErrorRecord;
}

/** Those that nobody adopted, by their own name or by an alias: their points would be searched twice, and by a card that may not say whose they are. */
function unbound(listing: Listing, records: readonly CollectionRecord[]): readonly FoundOne[] {
  const { engine, collections } = listing;
  return collections.filter(({ name }) => !isBound(name, listing, records)).map((collection) => ({ engine, collection }));
}

/** The same of those that were not described. */
function unknown(listing: Listing, records: readonly CollectionRecord[]): readonly UnknownOne[] {
  const { engine, failed } = listing;
  return failed.filter(({ name }) => !isBound(name, listing, records)).map(({ name, error }) => ({ engine, collection: { name }, error }));
}

function isBound(name: string, { engine, aliases }: Listing, records: readonly CollectionRecord[]): boolean {
  const isBinding = (other: string) => records.some((record) => !record.removed && isBindingOf(record, engine.name, other));
  return isBinding(name) || aliases.some(({ alias, collection }) => collection === name && isBinding(alias));
}

async function firstLooks(looks: readonly Look[], { remainingMs }: Deadline): Promise<void> {
  if (looks.every(({ state }) => state !== undefined)) return;
  const over = new AbortController();
  const late = pause(remainingMs, undefined, { signal: over.signal, ref: false }).catch(() => undefined);
  await Promise.race([Promise.all(looks.map(({ looked }) => looked)), late]);
  over.abort();
}

/** Their own names where those are free, else with the engine's in front. */
function namesOf(found: readonly Pick<UnknownOne, 'engine' | 'collection'>[], records: readonly CollectionRecord[]): readonly string[] {
  const taken = new Set(records.filter(({ removed }) => !removed).map(({ name }) => name));
  const plain = found.map(({ collection }) => collectionNameOf(collection.name));
  return plain.map((name, at) => {
    const isFree = !taken.has(name) && plain.every((other, place) => place === at || other !== name);
    const { engine, collection } = found[at] ?? {};
    return isFree || engine === undefined || collection === undefined ? name : qualifiedName(engine.name, collection.name);
  });
}

function bind(
  { engine, collection, name, copy }: FoundOne & { readonly name: string; readonly copy: CollectionRecord | undefined },
  card: CollectionRecord['card'],
): CollectionRecord {
  const bound = { v: 1 as const, name, engine: engine.name, card, generation: 1, building: [], epoch: 0, removed: false };
  if (copy === undefined) return { ...bound, adopted: collection.name };
  const { name: adopted, points } = collection;
  const parted = hasParted(copy, { engine: engine.name, name: adopted, points }) ? { parted: true as const } : {};
  return { ...bound, adopted, answered_by: copy.name, ...parted };
}

function unlisted({ name }: Engine, error: ErrorRecord): UnreadableCollection {
  const status = error.category === 'timeout' ? 'timed_out' : 'failed';
  return {
    name: unlistedEngine(name),
    engine: name,
    status,
    code: error.code,
    reason: `its collections could not be listed: ${error.message}`,
  };
}

function undescribed(name: string, engine: Engine, { code, category, message }: ErrorRecord): UnreadableCollection {
  const reason = `it is there, but could not be looked at: ${message}`;
  return { name, engine: engine.name, status: category === 'timeout' ? 'timed_out' : 'failed', code, reason };
}

function unread(name: string, engine: Engine, error: ErrorRecord | undefined): UnreadableCollection {
  if (error === undefined) {
    const reason = 'it was found just now and is being looked at; search again in a moment';
    return { name, engine: engine.name, status: 'stale', code: 'COLLECTION.NOT_INSPECTED', reason };
  }
  const isAway = error.category === 'unavailable' || error.category === 'timeout';
  return { name, engine: engine.name, status: isAway ? 'failed' : 'incompatible', code: error.code, reason: error.message };
}
