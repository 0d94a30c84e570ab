import { CollectionName, registrantOf, type Card, type Principal } from '@tributary/contracts';
import { CHUNKER } from '@tributary/chunking';
import {
  engineHealth,
  firstKnownTo,
  firstNumbers,
  isKnownTo,
  lastGeneration,
  madeKnownTo,
  revived,
  writablePlaces,
  type Change,
  type CollectionRecord,
  type Engine,
} from '@tributary/engines-port';
import { permanent, retryable, toErrorRecord } from '@tributary/kernel';
import { ANALYSER } from '@tributary/ranking';
import { setTimeout as pause } from 'node:timers/promises';
import type { Collaborators } from '../collaborators/collaborators.js';
import { readOnly } from '../places/write-to-places.js';
import { isDescribedSo, requireDescribable } from './described-by.js';
import { requireFreeName } from './found-collections.js';
import { requireOwnName } from './kept-names.js';
import { requireOpen, requireUsable } from './open-collections.js';
import { dropGenerations } from './purge-collection.js';

type EnsureCollaborators = Pick<Collaborators, 'catalog' | 'engines' | 'providers' | 'clock' | 'placement' | 'found' | 'crashAt'>;

interface EnsureOptions {
  /** Replaces the description where it is given. */
  readonly description?: string | undefined;
  /** Nobody wrote the description: it was made from the content. */
  readonly isGenerated?: boolean;
  /** Of a new collection; left out: as configured for its name, else the primary one. */
  readonly engine?: string;
  /** Of a new collection; left out: as configured for its name, else the default one. */
  readonly model?: string;
  /** Name of the dense vector of a new collection. */
  readonly vectorName?: string;
  /** Whose own source it is made for: nobody learns of it who is none of these users. */
  readonly user?: string | undefined;
  /** It is called after its writer, as collections for notes of one user are. */
  readonly isCalledAfterHim?: boolean | undefined;
  /** A source that is registered fills it already. */
  readonly isFilledAlready?: boolean | undefined;
  /** Who asks, where he may use only what he may know of; left out: anything. */
  readonly writer?: Principal | undefined;
  /** Who is taken as the maker of a new one where its writer is no user. */
  readonly maker?: string | undefined;
  /** Who had it made, as `registrantOf` names him, where he does not ask himself. */
  readonly registrant?: string | undefined;
  /** Who may read what is stored in it now, as lists of readers name them: they know of it from now on. Left out: nothing is stored. */
  readonly audience?: readonly string[];
  /** Refuse a collection that is there. */
  readonly mustBeNew?: boolean;
}

/** So long a write waits for its collection to be made; it is accepted without, too. */
const WAIT_MS = { known: 1000, new: 5000 };

/** Finds a collection or makes it: the catalog row first, then the engine's collection. Many processes may ask at once; the first row written decides.
 *  A removed collection starts over in its next generation. */
export class EnsureCollection {
  readonly #with: EnsureCollaborators;
  /** Physical collections this process has seen made. */
  readonly #made = new Set<string>();
  /** Those it asks for or has asked for, and until when that is worth waiting for. */
  readonly #asked = new Map<string, Promise<void>>();

  constructor(collaborators: EnsureCollaborators) {
    this.#with = collaborators;
  }

  /** A collection of the catalog is there whether or not its engine answers: who writes to it makes what is missing.
   *  @throws `ACCESS.DENIED`, `COLLECTION.NAME_INVALID`, `COLLECTION.NOT_ADOPTED`, `ENGINE.UNKNOWN`, `EMBEDDER.UNKNOWN`, what the model throws; of a new collection
   *  `ENGINE.UNAVAILABLE` */
  async run(name: string, options: EnsureOptions = {}): Promise<CollectionRecord> {
    const { user, audience = [], mustBeNew = false } = options;
    const { collections } = this.#with.catalog;
    const present = await collections.get(name);
    requireFitting(name, present, options);
    const isMade = isLive(present) && isFor(present, user) && isDescribedSo(present, options) && !mustBeNew;
    const known = isMade && !isKnownTo(present, audience) ? await this.#tell(name, options) : present;
    const isThere = isMade && isLive(known);
    const record = isThere ? known : await this.#write(name, options);
    await this.#materialiseSoon(record, isThere ? WAIT_MS.known : WAIT_MS.new);
    return record;
  }

  /** The same for the files of a source: what it means that files change and go, in a collection of another program, only its maker could say.
   *  @throws `COLLECTION.ADOPTED` */
  async forFiles(name: string, options: EnsureOptions = {}): Promise<CollectionRecord> {
    const record = await this.run(name, options);
    if (record.adopted !== undefined) throw readOnly(name);
    return record;
  }

  /** Refuses names of which a new collection could not be made now, before any of them is. @throws `ENGINE.UNAVAILABLE`, `ENGINE.UNKNOWN` */
  async requireMakeable(names: readonly string[]): Promise<void> {
    const present = await this.#with.catalog.collections.getMany(names);
    const absent = names.filter((_, i) => !isLive(present[i]));
    for (const name of absent) await requireAnswering(this.#with.engines.get(this.#placeOf(name).engine), name);
  }

  /** Refuses what `forFiles` would refuse of one of them, before any is made. @throws `ACCESS.DENIED`, of what is to be described `COLLECTION.ADOPTED` */
  async requireFillable(names: readonly string[], options: EnsureOptions): Promise<void> {
    const present = await this.#with.catalog.collections.getMany(names);
    for (const [at, name] of names.entries()) {
      const record = present[at];
      requireFitting(name, record, options);
      if (options.description !== undefined && isLive(record) && record.adopted !== undefined) throw readOnly(name);
    }
  }

  /** Makes the engine's collection of a record if it is not there yet; those being built are made by whoever builds them. */
  async materialise(record: CollectionRecord, { again = false } = {}): Promise<void> {
    // What another program made is there, or its engine says that it is not.
    if (record.adopted !== undefined) return;
    const { engine, name, place } = answeringPlace(record);
    if (!again && this.#made.has(place)) return;
    const made = this.#with.engines.get(engine);
    await made.createCollection(name, record.card);
    await made.answerAs?.(record.name, name);
    this.#made.add(place);
  }

  /** The same, without waiting long for an engine that is away: what is accepted meanwhile waits in the catalog. */
  #materialiseSoon(record: CollectionRecord, waitMs: number): Promise<void> {
    if (record.adopted !== undefined) return Promise.resolve();
    const { place } = answeringPlace(record);
    const asked = this.#asked.get(place) ?? this.#ask(record, { place, waitMs });
    this.#asked.set(place, asked);
    return asked;
  }

  async #ask(record: CollectionRecord, { place, waitMs }: { readonly place: string; readonly waitMs: number }): Promise<void> {
    const over = new AbortController();
    // Not given up when nobody waits any more: a collection that is half made takes writes, and would stay without its indexes.
    const made = this.materialise(record).catch((error: unknown) => {
      this.#asked.delete(place);
      if (!toErrorRecord(error).retryable) throw error;
    });
    const late = pause(waitMs, undefined, { signal: over.signal, ref: false }).catch(() => undefined);
    await Promise.race([made, late]).finally(() => {
      over.abort();
    });
  }

  /** More know of one that is there; its model and its engine may be away. @returns what stands afterwards */
  #tell(name: string, options: EnsureOptions): Promise<CollectionRecord | undefined> {
    const { audience = [] } = options;
    return this.#with.catalog.collections.change(name, (present) => {
      requireFitting(name, present, options);
      return isLive(present) && !isKnownTo(present, audience) ? { set: madeKnownTo(present, audience) } : { keep: true };
    });
  }

  async #write(name: string, options: EnsureOptions): Promise<CollectionRecord> {
    const { description, isGenerated = false, vectorName, writer, mustBeNew = false } = options;
    requireName(name);
    const { catalog, engines, providers, clock } = this.#with;
    const { engine, model } = { ...this.#placeOf(name), ...wishedPlace(options) };
    const seen = await catalog.collections.get(name);
    const first = seen ?? (await firstNumbers(catalog));
    if (!isLive(seen)) {
      await requireAnswering(engines.get(engine), name);
      // A collection that another program made is not hidden behind a new one of its name.
      await requireFreeName(this.#with, name, writer);
    }
    await this.#dropRemains(name);
    engines.get(engine);
    const card: Card = {
      ...CARD_LAYOUT,
      ...(vectorName === undefined ? {} : { vectors: { ...CARD_LAYOUT.vectors, dense: vectorName } }),
      description: description ?? '',
      description_generated: isGenerated,
      model: await providers.get(model).describe(),
      created_at: new Date(clock.now()).toISOString(),
    };
    const written = await catalog.collections.change(name, (present) => {
      requireFitting(name, present, options);
      if (mustBeNew && isLive(present)) throw exists(name);
      // A removed one may have been forgotten meanwhile.
      return decide(present ?? (seen?.removed === true ? seen : undefined), {
        ...{ name, engine, card, first, options },
      });
    });
    this.#with.crashAt?.('collection-row-written');
    if (written) return written;
    throw permanent('COLLECTION.NOT_FOUND', `The collection ${name} vanished while it was made.`, { category: 'internal' });
  }

  /** Where a new collection of this name lies unless somebody wishes otherwise. */
  #placeOf(name: string): { readonly engine: string; readonly model: string } {
    const { engines, providers, placement } = this.#with;
    const { engine = engines.primary.name, model = providers.default.name } = placement?.(name) ?? {};
    return { engine, model };
  }

  /** The points of a removed collection go before it starts over, whether or not its purge has run. */
  async #dropRemains(name: string): Promise<void> {
    const present = await this.#with.catalog.collections.get(name);
    if (present?.removed === true) await dropGenerations(this.#with, present);
  }
}

function answeringPlace(record: CollectionRecord) {
  const answering = writablePlaces(record).find(({ answers }) => answers);
  if (answering === undefined) throw readOnly(record.name);
  const { engine, name } = answering;
  return { engine, name, place: `${engine}/${name}` };
}

function wishedPlace({ engine, model }: EnsureOptions): Pick<EnsureOptions, 'engine' | 'model'> {
  return { ...(engine === undefined ? {} : { engine }), ...(model === undefined ? {} : { model }) };
}

/** Nobody knows what an engine that does not answer holds. */
async function requireAnswering(engine: Engine, name: string): Promise<void> {
  const { status, detail = 'It does not answer.' } = await engineHealth(engine);
  if (status !== 'down') return;
  throw retryable(
    'ENGINE.UNAVAILABLE',
    `The collection ${name} is new and cannot be made on the engine ${engine.name} now, so nothing was written: ${detail} Try again when tributary status shows the engine up, or name a collection that is there.`,
  );
}

/** What every card of this version says. */
const CARD_LAYOUT = {
  v: 1 as const,
  vectors: { dense: 'dense', sparse: 'sparse', trigram: 'trigram' },
  payload_layout: 'tributary',
  chunker: CHUNKER,
  analyser: ANALYSER,
};

interface Wanted {
  readonly name: string;
  readonly engine: string;
  readonly card: Card;
  readonly options: EnsureOptions;
  /** With what a name begins that the catalog does not know. */
  readonly first: Pick<CollectionRecord, 'generation' | 'epoch'>;
}

function decide(present: CollectionRecord | undefined, wanted: Wanted): Change<CollectionRecord> {
  const { name, engine, card, first, options } = wanted;
  const { user, audience = [] } = options;
  const users = user === undefined || isFor(present, user) ? {} : { users: [...(present?.users ?? []), user] };
  if (present === undefined) {
    const { generation, epoch } = first;
    return { set: { v: 1, name, engine, card, generation, building: [], epoch, ...users, ...whose(options), removed: false } };
  }
  if (present.removed) {
    const {
      places: _places,
      previous: _previous,
      adopted: _adopted,
      originals: _originals,
      unmapped: _unmapped,
      known_to: _knownTo,
      described_by: _describedBy,
      ...rest
    } = revived(present);
    return { set: { ...rest, engine, card, generation: lastGeneration(present) + 1, building: [], ...users, ...whose(options) } };
  }
  const isSaid = isDescribedSo(present, options);
  if (isSaid && isFor(present, user) && isKnownTo(present, audience)) return { keep: true };
  const known = { ...madeKnownTo(present, audience), ...users };
  return { set: isSaid ? known : described(known, { card, options }) };
}

/** What is said of a collection, and who said it. */
function described({ described_by: _before, ...record }: CollectionRecord, { card, options }: Pick<Wanted, 'card' | 'options'>) {
  const { description, description_generated } = card;
  return { ...record, ...describedBy(options), card: { ...record.card, description, description_generated } };
}

/** What a user makes is known to him and to those for whom it is, anything else to everybody; whoever makes it describes it. */
function whose(options: EnsureOptions): Pick<CollectionRecord, 'known_to' | 'described_by'> {
  const { audience, writer, maker } = options;
  const user = writer?.user_id ?? maker;
  const known = audience === undefined || user === undefined ? {} : firstKnownTo([`user:${user}`, ...audience]);
  return { ...known, ...describedBy(options) };
}

function describedBy({ writer, registrant }: EnsureOptions): Pick<CollectionRecord, 'described_by'> {
  const who = writer === undefined ? registrant : registrantOf(writer);
  return who === undefined ? {} : { described_by: who };
}

/** Who only stores something may do so in what others keep to themselves; who describes one, or would make it, is to know of it. @throws `ACCESS.DENIED` */
function requireFitting(name: string, record: CollectionRecord | undefined, options: EnsureOptions): void {
  const { writer, audience, description, mustBeNew = false } = options;
  requireOwnName(name, record, options);
  if (audience === undefined || description !== undefined || mustBeNew) requireOpen(record, writer);
  else requireUsable(record, writer);
  if (isLive(record) && !mustBeNew && !isDescribedSo(record, options)) requireDescribable(record, writer);
}

function exists(name: string) {
  return permanent('COLLECTION.EXISTS', `There is a collection ${name} already: use it as it is, or choose another name.`, {
    category: 'conflict',
  });
}

function isLive(record: CollectionRecord | undefined): record is CollectionRecord {
  return record !== undefined && !record.removed;
}

function isFor(record: CollectionRecord | undefined, user: string | undefined): boolean {
  return user === undefined || record?.users?.includes(user) === true;
}

function requireName(name: string): void {
  const parsed = CollectionName.safeParse(name);
  if (!parsed.success) throw permanent('COLLECTION.NAME_INVALID', parsed.error.issues[0]?.message ?? 'Not a name of a collection.');
}
