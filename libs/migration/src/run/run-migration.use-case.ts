import { BegunCopies, noteGap, physicalName } from '@tributary/engines-port';
import {
  hasCode,
  isAbort,
  isSurprise,
  permanent,
  retryable,
  toErrorRecord,
  type ErrorRecord,
  type TributaryError,
} from '@tributary/kernel';
import { maintenanceQueue, type JobProgress } from '@tributary/contracts';
import type { MigrationCollaborators } from '../collaborators.js';
import { copyPass } from '../copy/copy-pass.js';
import type { MigrationSource } from '../copy/migration-source.js';
import { openSource } from '../copy/open-source.js';
import type { Generation } from '../copy/read-points.js';
import { ReembeddingSource } from '../embedding/reembedding-source.js';
import { targetModel } from '../embedding/target-model.js';
import { abandonGeneration, addGeneration, chooseGeneration } from '../generations/add-generation.js';
import { isEqual, proveParity } from '../parity/prove-parity.js';
import type { MigrationRecord } from '../record/migration-record.js';
import { Migrations } from '../record/migrations.js';
import { catchUp, dropPrevious, hasSwitched, switchOver } from '../switching/switch-over.js';
import { reviveRows } from '../switching/revive-rows.js';
import { requireNothingKept } from '../switching/require-nothing-kept.js';
import { writeRows } from '../switching/write-rows.js';

/** Comparisons of one round; while documents change all the time, the one before the proof need not be without a difference. */
const PASSES = 4;
/** How often everything is compared anew because a write missed the target. */
const ROUNDS = 5;
/** Runs in a row that copied nothing until the move is given up: an outage costs about one in five seconds. */
const MOST_FAILURES = 120;
/** The same where nobody foresaw the error: it is the same in the next job, and by then this one is a dead letter. */
const MOST_SURPRISES = maintenanceQueue.retry.attempts;

interface Control {
  readonly signal: AbortSignal;
  readonly progress?: (progress: JobProgress) => void;
}

/** A move under way. */
interface Move extends Control {
  readonly record: MigrationRecord;
  readonly generation: number;
  /** What is read, as it is. */
  readonly original: MigrationSource;
  /** What is written: the same, or with vectors by another model. */
  readonly source: MigrationSource;
  readonly target: Generation;
}

/** What held a move up is over. */
const GOES_ON = { failures: 0, surprises: 0, error: undefined } as const;

/** Carries a move out, from wherever the last run ended: copy, compare until nothing differs, prove parity, switch over. Until then the source answers,
 *  and nothing is written to it. */
export class RunMigration {
  readonly #with: MigrationCollaborators;
  readonly #migrations: Migrations;
  readonly #copies: BegunCopies;

  constructor(collaborators: MigrationCollaborators) {
    this.#with = collaborators;
    this.#migrations = new Migrations(collaborators.engines.primary.records, collaborators.clock);
    this.#copies = new BegunCopies(collaborators.engines.primary.records);
  }

  /** @returns how many documents were copied; 0 when there is no such move, or it has ended
   *  @throws `MIGRATION.PARITY` and what else ends a move for good, noted in its record; what an engine that is away throws, to be tried again */
  async run(collection: string, control: Control): Promise<number> {
    const record = await this.#migrations.get(collection);
    if (record?.state !== 'running') return 0;
    try {
      return await this.#carryOut(record, control);
    } catch (error) {
      const now = await this.#migrations.get(collection);
      if (now?.state !== 'running') {
        // Somebody ended the move meanwhile; what this run added since goes, too.
        if (now !== undefined && now.state !== 'done') await abandonGeneration(this.#with, now);
        return 0;
      }
      const failure = await this.#explain(now, error);
      if (!isAbort(failure)) await this.#noteFailure(now, failure);
      throw failure;
    }
  }

  async #carryOut(record: MigrationRecord, control: Control): Promise<number> {
    const { catalog } = this.#with;
    const { collection } = record;
    if (!hasSwitched(await catalog.collections.get(collection), record)) {
      // Before anything is copied: the target of a move that cannot end would be made for nothing.
      if (!record.back) await requireNothingKept(this.#with, collection, control.signal);
      const move = await this.#prepare(record, control);
      await this.#copy(move);
      await this.#untilSwitched(move);
    }
    const last = await this.#finish(await this.#migrations.note(collection, { phase: 'switching' }));
    return last.copied;
  }

  async #prepare(record: MigrationRecord, control: Control): Promise<Move> {
    const { collection, to } = record;
    const generation = to.generation ?? (await chooseGeneration(this.#with, record));
    if (!record.back) await this.#copies.note({ collection, engine: to.engine, generation });
    const chosen = to.generation === undefined ? await this.#migrations.note(collection, { to: { ...to, generation } }) : record;
    this.#with.crashAt?.('generation-chosen');
    const isNew = await addGeneration(this.#with, chosen, generation);
    this.#with.crashAt?.('generation-added');
    const started = isNew || chosen.phase === 'preparing';
    const { after: _after, ...anew } = chosen;
    const current: MigrationRecord = started ? { ...anew, phase: 'copying', done: 0 } : chosen;
    await this.#migrations.note(collection, started ? { phase: 'copying', after: '', done: 0 } : {});
    const target = { engine: this.#with.engines.get(to.engine), name: physicalName(collection, generation) };
    const original = await openSource(this.#with, current);
    const by = await targetModel(this.#with, current, generation);
    const source = by === undefined ? original : new ReembeddingSource(original, by);
    return { ...control, record: current, generation, target, original, source };
  }

  /** Brings over everything once, going on behind the last batch of the run before. */
  async #copy(move: Move): Promise<void> {
    const { record } = move;
    if (record.phase !== 'copying') return;
    await this.#pass(move, { copying: true, ...(record.after === undefined ? {} : { after: record.after }) });
    await this.#migrations.note(record.collection, { phase: 'comparing', done: 0 });
    this.#with.crashAt?.('pass-ended');
  }

  async #untilSwitched(move: Move): Promise<void> {
    const { catalog, clock, crashAt } = this.#with;
    const { record, generation } = move;
    for (let round = 0; round < ROUNDS; round++) {
      await catchUp(catalog, record.collection, generation);
      for (let pass = 0, open = 1; open > 0 && pass < PASSES; pass++) open = await this.#pass(move, { copying: false });
      const points = await this.#pointsOf(move);
      if (!(await this.#isProven(move))) continue;
      crashAt?.('parity-proven');
      await this.#freePrevious(move);
      if (
        await switchOver(catalog, {
          move: { ...record, to: { ...record.to, generation } },
          generation,
          until: clock.now() + record.keep_ms,
          points,
        })
      ) {
        crashAt?.('switched');
        await move.target.engine.answerAs?.(record.collection, move.target.name);
        return;
      }
    }
    throw retryable(
      'MIGRATION.UNSETTLED',
      `Writes kept missing ${record.to.engine} while ${record.collection} was moved there; it is tried again.`,
    );
  }

  /** @returns how many documents differed */
  async #pass(
    { record, generation, original, source, target, signal, progress }: Move,
    { copying, after }: { copying: boolean; after?: string },
  ): Promise<number> {
    const { collection } = record;
    let { copied, passes } = (await this.#migrations.get(collection)) ?? record;
    const open = await copyPass({
      source,
      target,
      signal,
      embeds: source !== original,
      ...(after === undefined ? {} : { after }),
      noteGap: (gap) => noteGap(this.#with.catalog, { ...gap, collection, generation }),
      onBatch: async (batch) => {
        copied += batch.changed;
        const { done, total } = batch;
        progress?.({ done, total, unit: 'documents' });
        // The next run compares from the beginning, so what was alike before it ended is no way further.
        const news = copying || batch.changed > 0 ? GOES_ON : { error: undefined };
        await this.#migrations.note(collection, { ...news, done, total, copied, ...(copying ? { after: batch.after } : {}) });
        this.#with.crashAt?.('batch-copied');
      },
    });
    passes++;
    await this.#migrations.note(collection, { passes });
    return open;
  }

  /** @returns false when writes that missed the target may explain what differs @throws `MIGRATION.PARITY` */
  async #isProven({ record, original, source, target, generation, signal, progress }: Move): Promise<boolean> {
    const { catalog } = this.#with;
    const { collection } = record;
    const card = (await catalog.collections.get(record.from.collection))?.card;
    const isCosine = card?.model.distance === 'cosine';
    const countsDirections = isCosine || record.from.adopted !== undefined;
    const parity = await proveParity({
      source: original,
      target,
      vectors: source !== original ? 'made-anew' : countsDirections ? 'directions' : 'equal',
      isRankedAlike: isCosine,
      signal,
      onBatch: async ({ done, total }) => {
        progress?.({ done, total, unit: 'documents' });
        await this.#migrations.note(collection, { error: undefined, done, total });
      },
    });
    await this.#migrations.note(collection, { parity });
    if (isEqual(parity)) return true;
    const places = (await catalog.collections.get(collection))?.places ?? [];
    if (places.some((place) => place.generation === generation && place.behind === true)) return false;
    throw permanent('MIGRATION.PARITY', whatDiffers(record, parity), { category: 'conflict' });
  }

  /** Of a collection of another program, before it is compared: what its maker stores later makes it another number. */
  async #pointsOf({ record: { from }, signal }: Move): Promise<number | undefined> {
    const card = (await this.#with.catalog.collections.get(from.collection))?.card;
    if (from.adopted === undefined || card === undefined) return undefined;
    return this.#with.engines.get(from.engine).foreign?.open(from.adopted, card).count(undefined, { signal });
  }

  /** An older generation that a move before this one left is dropped before this one leaves another. */
  async #freePrevious({ record, generation, signal }: Move): Promise<void> {
    const present = await this.#with.catalog.collections.get(record.collection);
    if (record.back || present?.previous === undefined || present.previous.generation === generation) return;
    await requireNothingKept(this.#with, record.collection, signal);
    await dropPrevious(this.#with, present);
    this.#with.crashAt?.('previous-dropped');
  }

  async #finish(record: MigrationRecord): Promise<MigrationRecord> {
    const { catalog, engines, clock, crashAt } = this.#with;
    const { collection, from, to, back } = record;
    const present = await catalog.collections.get(collection);
    if (back && to.generation !== undefined) {
      const target = { engine: engines.get(to.engine), name: physicalName(collection, to.generation) };
      await reviveRows({ ...target, catalog, collection });
    }
    if (!back && (collection !== from.collection || from.adopted !== undefined)) {
      const target = { engine: engines.get(to.engine), name: physicalName(collection, to.generation ?? 1) };
      await writeRows({ ...target, catalog, collection, from: from.collection, now: clock.now() });
      crashAt?.('rows-written');
    }
    // What another program made stays as it is anyway, and there is no way back to it.
    const until = present?.previous?.adopted === undefined ? present?.previous?.until : undefined;
    return this.#migrations.note(collection, {
      ...GOES_ON,
      state: 'done',
      phase: 'done',
      finished_at: new Date(clock.now()).toISOString(),
      ...(until === undefined ? {} : { kept_until: new Date(until).toISOString() }),
    });
  }

  /** A target that vanished is made again by the next run. */
  async #explain({ collection, from, to: { engine, generation } }: MigrationRecord, error: unknown): Promise<unknown> {
    if (!hasCode(error, 'COLLECTION.NOT_FOUND') || generation === undefined) return error;
    const { catalog, engines } = this.#with;
    if ((await catalog.collections.get(from.collection))?.removed !== false) return error;
    const name = physicalName(collection, generation);
    if ((await engines.get(engine).getCollection(name)) !== undefined) return error;
    return retryable('MIGRATION.TARGET_GONE', `The copy ${engine}/${name} vanished while it was filled; it is made again.`, {
      cause: error,
    });
  }

  async #noteFailure(present: MigrationRecord, error: unknown): Promise<void> {
    const failure = toErrorRecord(error);
    const { collection } = present;
    const failures = present.failures + 1;
    // What has switched over answers, whatever the rest meets.
    const isAnswering = hasSwitched(await this.#with.catalog.collections.get(collection), present);
    const surprises = isSurprise(failure) && !isAnswering ? present.surprises + 1 : 0;
    const { code, message } = surprises < MOST_SURPRISES ? failure : givenUp(present, failure);
    if (failure.retryable && failures < MOST_FAILURES && surprises < MOST_SURPRISES) {
      await this.#migrations.note(collection, { failures, surprises, error: { code, message } });
      return;
    }
    const finished_at = new Date(this.#with.clock.now()).toISOString();
    await this.#migrations.note(collection, { state: 'failed', failures, surprises, error: { code, message }, finished_at });
    await abandonGeneration(this.#with, present);
  }
}

function givenUp({ collection, from, to }: MigrationRecord, { message }: ErrorRecord): TributaryError {
  const what = `The copy of ${collection} on ${to.engine} was given up, and ${from.engine}/${from.collection} answers as before`;
  return permanent(
    'MIGRATION.FAILED',
    `${what}: ${MOST_SURPRISES.toString()} runs in a row ended with an error nobody foresaw (${message}).`,
  );
}

function whatDiffers({ collection, to }: MigrationRecord, parity: NonNullable<MigrationRecord['parity']>): string {
  const { missing, extra, changed, vectors_off, overlap, differences } = parity;
  const counts = [
    [missing, 'points are missing'],
    [extra, 'are too many'],
    [changed, 'have another payload'],
    [vectors_off, 'have another vector'],
  ].flatMap(([n, what]) => (n === 0 ? [] : [`${String(n)} ${String(what)}`]));
  const nearest = overlap < 0.99 ? [`the nearest ten agree to ${(100 * overlap).toFixed(1)} %`] : [];
  const first = differences[0] === undefined ? '' : ` First: ${differences[0]}.`;
  return `${collection} was not moved, and answers as before: in the copy on ${to.engine} ${[...counts, ...nearest].join(', ')}.${first}`;
}
