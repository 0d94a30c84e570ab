import { Card, UNKNOWN_MODEL } from '@tributary/contracts';
import { RecordTable, type Engine, type ForeignCollection, type RecordStore } from '@tributary/engines-port';
import { Limiter, toErrorRecord, type Clock, type ErrorRecord } from '@tributary/kernel';
import { z } from 'zod';
import { LAYOUTS_VERSION } from '../layouts/layouts.js';
import { hasText } from '../inspect/has-text.js';
import { foreignOf, type InspectCollection } from '../inspect/inspect-collection.use-case.js';

/** A look at a collection is kept in the catalog under `<engine>/<collection>`, so that other processes need not look again. */
const InspectionRecord = z.object({
  v: z.literal(1).default(1),
  signature: z.string(),
  card: Card,
  /** Unix time in ms; left out by those of former versions. */
  looked_at: z.number().default(0),
});

/** Collections whose model was not found are looked at again after this long: an embedder may have come up. */
const LOOK_AGAIN_MS = 60_000;
/** Of the others it is seen this often whether their texts stand where they stood: a maker may lay his collection out anew. */
const TEXT_SEEN_EVERY_MS = 300_000;
/** And this often everything is looked at anew, since models and further fields show in nothing else; each time some texts are embedded. */
const LOOK_ANEW_MS = 86_400_000;
const AT_ONCE = 4;

/** What is known of a found collection: its card, why there is none, or nothing yet. */
type CardState = { readonly card: Card } | { readonly error: ErrorRecord } | undefined;

/** What is known of a collection now, and when more will be. */
export interface Look {
  readonly state: CardState;
  /** Resolves when the first look is over. */
  readonly looked: Promise<void>;
}

class Entry implements Look {
  readonly signature: string;
  readonly lookedAt: number;
  readonly looked: Promise<void>;
  #state: CardState;
  readonly #resolve: () => void;

  constructor({ signature, lookedAt, state }: { readonly signature: string; readonly lookedAt: number; readonly state: CardState }) {
    this.signature = signature;
    this.lookedAt = lookedAt;
    this.#state = state;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.looked = promise;
    this.#resolve = () => {
      resolve(undefined);
    };
    if (state !== undefined) this.#resolve();
  }

  get state(): CardState {
    return this.#state;
  }

  set state(state: CardState) {
    this.#state = state;
    this.#resolve();
  }
}

interface CardCollaborators {
  readonly inspect: InspectCollection;
  readonly records: RecordStore;
  readonly clock: Clock;
  /** Names of the configured models: with another set a collection is looked at anew. */
  readonly models: readonly string[];
  /** The model that somebody configured for an engine’s collections; left out: none. */
  readonly modelOf?: (engine: string) => string | undefined;
}

interface LookTarget {
  readonly key: string;
  readonly engine: Engine;
  readonly collection: ForeignCollection;
  readonly known: { readonly model?: string };
}

/** Cards of collections nobody adopted. A first look finds vector and fields; which model made the vectors is found out in the background. */
export class InspectedCards {
  readonly #with: CardCollaborators;
  readonly #table: RecordTable<typeof InspectionRecord>;
  readonly #entries = new Map<string, Entry>();
  readonly #lookers = new Limiter(AT_ONCE);

  constructor(collaborators: CardCollaborators) {
    this.#with = collaborators;
    this.#table = new RecordTable(collaborators.records, { kind: 'inspection', schema: InspectionRecord });
  }

  /** What is known now; a look begins where one is due. */
  of(engine: Engine, collection: ForeignCollection): Look {
    const key = `${engine.name}/${collection.name}`;
    const model = this.#with.modelOf?.(engine.name);
    const signature = signatureOf(collection, model === undefined ? this.#with.models : [...this.#with.models, `=${model}`]);
    const known = this.#entries.get(key);
    if (known?.signature === signature && !this.#isDue(known)) return known;
    const entry = new Entry({ signature, state: known?.state, lookedAt: this.#with.clock.now() });
    this.#entries.set(key, entry);
    void this.#lookers.run(() => this.#look(entry, { key, engine, collection, known: model === undefined ? {} : { model } }));
    return entry;
  }

  #isDue({ state, lookedAt }: Entry): boolean {
    if (state === undefined) return false;
    return this.#with.clock.now() - lookedAt >= (isSettled(state) ? TEXT_SEEN_EVERY_MS : LOOK_AGAIN_MS);
  }

  /** Never rejects: what goes wrong is the state. */
  async #look(entry: Entry, { key, engine, collection, known }: LookTarget): Promise<void> {
    const { inspect, clock } = this.#with;
    let isOutdated = false;
    try {
      const kept = await this.#table.get(key);
      const same = kept?.signature === entry.signature ? kept : undefined;
      if (same !== undefined) {
        entry.state ??= { card: same.card };
        isOutdated = !(await hasText(foreignOf(engine), { collection, card: same.card }));
        if (!isOutdated && clock.now() - same.looked_at < LOOK_ANEW_MS) {
          entry.state = { card: same.card };
          return;
        }
      }
      const isFirst = entry.state === undefined || 'error' in entry.state || isOutdated;
      const isQuick = isFirst || known.model !== undefined;
      const quick = isQuick ? (await inspect.run(engine, collection.name, { probe: false, known })).card : undefined;
      if (isFirst && quick !== undefined) entry.state = { card: quick };
      const isBelieved = known.model !== undefined && quick?.model.name === known.model;
      const card = isBelieved ? quick : (await inspect.run(engine, collection.name, { known })).card;
      const isUnknown = card.model.name === UNKNOWN_MODEL;
      // Which model made the vectors is not forgotten because its embedder is away now.
      entry.state = { card: isUnknown && same !== undefined && !isOutdated ? same.card : card };
      if (!isUnknown) await this.#table.change(key, () => ({ set: { signature: entry.signature, card, looked_at: clock.now() } }));
    } catch (error) {
      const told = toErrorRecord(error);
      if (isOutdated && !told.retryable) entry.state = { error: told };
      entry.state ??= { error: told };
    }
  }
}

/** True where the model is known, too. */
function isSettled(state: CardState): boolean {
  return state !== undefined && 'card' in state && state.card.model.name !== UNKNOWN_MODEL;
}

/** Changes when a look would find something else: other vectors or metadata, a first point, another set of models, other rules. */
function signatureOf({ vectors, metadata, points }: ForeignCollection, models: readonly string[]): string {
  return JSON.stringify([vectors, metadata, points > 0, models, LAYOUTS_VERSION]);
}
