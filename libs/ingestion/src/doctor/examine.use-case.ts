import { allQueues, type ComponentHealth, type DoctorAnswer, type Drift, type Uncompared } from '@tributary/contracts';
import { documentRecordKey, type CollectionRecord } from '@tributary/engines-port';
import { setTimeout as pause } from 'node:timers/promises';
import type { Collaborators } from '../collaborators/collaborators.js';
import { compareAdopted } from './compare-adopted.js';
import { compareCollection } from './compare-collection.js';
import { compareFiles } from './compare-files.js';
import { compareGenerations, compareKept } from './compare-generations.js';
import { compareStatistics } from './compare-statistics.js';
import { compareWords } from './compare-words.js';
import type { FoundDrift } from './found-drift.js';
import { reachableEngines } from './reachable-engines.js';
import { RepairDrift, type RepairCollaborators } from './repair-drift.js';

type ExamineCollaborators = RepairCollaborators & Pick<Collaborators, 'readers'>;

const WORK = allQueues.filter(({ kind }) => kind === 'work');
const SHOWN = 200;
const NAMED = 10;
/** A repair may uncover what another one mends: a collection that is listed again has documents without rows. */
const PASSES = 4;
/** Longest wait for what a repair queued; what is not done by then remains and is named. */
const SETTLED_WITHIN_MS = 120_000;
const LOOK_EVERY_MS = 50;

type Includes = (collection: string) => boolean;

export interface ExamineInput {
  readonly repair: boolean;
  /** Collections that are looked at and mended; left out: all of them. */
  readonly includes?: Includes;
}

interface Comparison {
  readonly includes: Includes;
  /** Why documents could not be taken over, by record key: they are not waited for any more. */
  readonly untaken: ReadonlyMap<string, string>;
}

interface Compared {
  readonly found: readonly FoundDrift[];
  readonly uncompared: readonly Uncompared[];
}

/** Compares catalog, engines and the disk in both directions, and mends what differs where asked to. */
export class Examine {
  readonly #with: ExamineCollaborators;
  readonly #repair: RepairDrift;

  constructor(collaborators: ExamineCollaborators) {
    this.#with = collaborators;
    this.#repair = new RepairDrift(collaborators);
  }

  /** @returns what differed, and what differs still */
  async run({ repair, includes = () => true }: ExamineInput, signal: AbortSignal): Promise<NonNullable<DoctorAnswer['drift']>> {
    const untaken = new Map<string, string>();
    const first = await this.#compare({ includes, untaken }, signal);
    const { found } = first;
    let { found: left, uncompared } = first;
    for (let pass = 0; repair && left.some(({ repair: how }) => how !== 'by-hand') && pass < PASSES; pass++) {
      for (const one of once(left)) {
        const collection = one.repair === 'take-over' ? one.collection.name : '';
        for (const { key, reason } of await this.#repair.run(one, signal)) untaken.set(documentRecordKey(collection, key), reason);
      }
      await this.#repair.sweep();
      await this.#settle(signal);
      ({ found: left, uncompared } = await this.#compare({ includes, untaken }, signal));
    }
    return {
      found: found.length,
      repaired: Math.max(0, found.length - left.length),
      remaining: left.length,
      examples: found.slice(0, SHOWN).map(({ drift }) => drift),
      left: repair ? left.slice(0, SHOWN).map((one) => withReasons(one, untaken)) : [],
      ...(uncompared.length === 0 ? {} : { uncompared: [...uncompared] }),
    };
  }

  async #compare({ includes, untaken }: Comparison, signal: AbortSignal): Promise<Compared> {
    const known = new Map<string, CollectionRecord>();
    for await (const record of this.#with.catalog.collections.list()) known.set(record.name, record);
    // What is away is a failed check, not drift: it is asked once how it is, and not again for each comparison.
    const { up, down } = await reachableEngines(this.#with.engines);
    const found = [...(await compareGenerations(this.#with, { up, includes, signal }))];
    const listed = [...known.values()].filter(({ name, removed }) => !removed && includes(name));
    const refused: Uncompared[] = [];
    const own = listed.filter(({ adopted }) => adopted === undefined);
    for (const record of listed) {
      const engine = up.find(({ name }) => name === record.engine);
      if (engine === undefined) continue;
      const adopted = await compareAdopted(engine, record, signal);
      if ('reason' in adopted) refused.push({ engine: engine.name, collections: [record.name], reason: adopted.reason });
      else found.push(...adopted.found);
    }
    for (const record of own) {
      if (!up.some(({ name }) => name === record.engine)) continue;
      const words = await compareWords(this.#with, record, signal);
      found.push(...words);
      // A document counts as written when its words are: without them each would look as if it were missing.
      if (words.length > 0) continue;
      const kept = await compareKept(this.#with, record, { up, signal });
      const taken = takenOver(record.name, { found: [...found, ...kept], untaken });
      const documents = withoutTaken(await compareCollection(this.#with, record, signal), taken);
      found.push(...documents, ...kept);
      if (documents.every(({ repair }) => repair !== 'create')) found.push(...(await compareStatistics(this.#with, record, signal)));
    }
    found.push(...(await compareFiles(this.#with, signal)).filter(({ drift }) => includes(drift.collection)));
    const away = [...down, ...this.#unconfigured(own)];
    return { found, uncompared: [...away.map((engine) => leftOut(engine, own)), ...refused] };
  }

  /** Engines on which collections lie and that are configured no more. */
  #unconfigured(records: readonly CollectionRecord[]) {
    const names = new Set(records.map(({ engine }) => engine).filter((name) => this.#with.engines.find(name) === undefined));
    return [...names].map((name) => ({
      name,
      detail: 'No engine is configured under this name: add it to the configuration again, or remove its collections.',
    }));
  }

  async #settle(signal: AbortSignal): Promise<void> {
    const endsAt = performance.now() + SETTLED_WITHIN_MS;
    while (performance.now() < endsAt) {
      const counts = await Promise.all(WORK.map((queue) => this.#with.queues.counts(queue)));
      if (counts.every(({ waiting, delayed, active }) => waiting + delayed + active === 0)) return;
      await pause(LOOK_EVERY_MS, undefined, { signal });
    }
  }
}

function leftOut(
  { name, detail = 'It is down.' }: Pick<ComponentHealth, 'name' | 'detail'>,
  records: readonly CollectionRecord[],
): Uncompared {
  return { engine: name, collections: records.filter(({ engine }) => engine === name).map((record) => record.name), reason: detail };
}

/** Keys of documents of a collection that are taken over from another generation. */
function takenOver(name: string, { found, untaken }: Pick<Compared, 'found'> & Pick<Comparison, 'untaken'>): ReadonlySet<string> {
  const keys = found.flatMap((one) => (one.repair === 'take-over' && one.collection.name === name ? one.keys : []));
  return new Set(keys.filter((key) => !untaken.has(documentRecordKey(name, key))));
}

/** What is taken over is not looked for elsewhere. */
function withoutTaken(documents: readonly FoundDrift[], taken: ReadonlySet<string>): readonly FoundDrift[] {
  return documents.filter(({ repair, drift }) => repair !== 'index-again' || !taken.has(drift.id ?? ''));
}

/** Names what could not be taken over. */
function withReasons(one: FoundDrift, untaken: Comparison['untaken']): Drift {
  if (one.repair !== 'take-over') return one.drift;
  const reasons = one.keys.flatMap((key) => {
    const reason = untaken.get(documentRecordKey(one.collection.name, key));
    return reason === undefined ? [] : [`${key} (${reason})`];
  });
  if (reasons.length === 0) return one.drift;
  const more = reasons.length > NAMED ? ` and ${(reasons.length - NAMED).toString()} more` : '';
  return { ...one.drift, detail: `${one.drift.detail} Could not be taken over: ${reasons.slice(0, NAMED).join(', ')}${more}.` };
}

/** One sync mends all files of a source. */
function once(found: readonly FoundDrift[]): readonly FoundDrift[] {
  const synced = new Set<string>();
  return found.filter((one) => {
    if (one.repair !== 'sync') return true;
    const isNew = !synced.has(one.source);
    synced.add(one.source);
    return isNew;
  });
}
