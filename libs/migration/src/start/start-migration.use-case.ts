import { maintenanceQueue, type MigrateInput, type MigrationSummary, type ReembedInput } from '@tributary/contracts';
import type { CollectionRecord } from '@tributary/engines-port';
import { permanent } from '@tributary/kernel';
import type { MigrationCollaborators } from '../collaborators.js';
import { abandonGeneration } from '../generations/add-generation.js';
import { summarise, type MigrationRecord } from '../record/migration-record.js';
import { Migrations } from '../record/migrations.js';
import { hasSwitched } from '../switching/switch-over.js';
import { findSource } from './find-source.js';
import { parseTarget, type Place } from './parse-place.js';

const DAY_MS = 86_400_000;
/** How long the collection a copy was to be made of is told that it failed. */
const FAILURE_TOLD_MS = DAY_MS;

type StartCollaborators = Pick<MigrationCollaborators, 'catalog' | 'engines' | 'providers' | 'queues' | 'clock' | 'found'>;

/** Begins, undoes and ends moves of collections, and tells how far they are. */
export class StartMigration {
  readonly #with: StartCollaborators;
  readonly #migrations: Migrations;

  constructor(collaborators: StartCollaborators) {
    this.#with = collaborators;
    this.#migrations = new Migrations(collaborators.engines.primary.records, collaborators.clock);
  }

  /** Notes the move and wakes the worker that carries it out. Asked for again while it runs, it goes on.
   *  @throws `COLLECTION.NOT_FOUND`, `COLLECTION.NOT_ADOPTED`, `COLLECTION.EXISTS`, `ENGINE.UNKNOWN`, `MIGRATION.TARGET_REQUIRED`, `MIGRATION.SAME_PLACE`, `MIGRATION.RUNNING`,
   *  `MIGRATION.NOT_UNDOABLE`, `MIGRATION.NOT_RUNNING`, `MIGRATION.SWITCHED` */
  async run({ from, to, keep_days, back, cancel }: MigrateInput): Promise<MigrationSummary> {
    const record = await findSource(this.#with, from);
    if (cancel) return this.#cancel(record, to);
    const asked = back ? this.#undoing(record, keep_days) : await this.#moving(record, { to, keepDays: keep_days });
    return this.#begin(asked);
  }

  /** Has the vectors of a collection made anew on its own engine, in a generation of their own. Asked for again while it runs, it goes on.
   *  @throws `COLLECTION.NOT_FOUND`, `COLLECTION.NOT_ADOPTED`, `COLLECTION.ADOPTED`, `EMBEDDER.UNKNOWN`, `MIGRATION.RUNNING`, `MIGRATION.NOT_UNDOABLE`, `MIGRATION.NOT_RUNNING`, `MIGRATION.SWITCHED` */
  async reembed({ collection, model, missing, keep_days, back, cancel }: ReembedInput): Promise<MigrationSummary> {
    const record = await findSource(this.#with, collection);
    if (cancel) return this.#cancel(record, undefined);
    if (back) return this.#begin(this.#undoing(record, keep_days));
    if (record.adopted !== undefined) throw adopted(collection);
    const name = this.#with.providers.get(model ?? record.card.model.name).name;
    const isOther = name !== record.card.model.name;
    const target = { engine: record.engine, collection: record.name };
    const move = this.#record(record, { target, keepDays: keep_days });
    return this.#begin({ ...move, embed: { model: name, texts: missing && !isOther ? 'missing' : 'all' } });
  }

  async #begin(asked: MigrationRecord): Promise<MigrationSummary> {
    const standing = await this.#migrations.begin(asked);
    if (!isSameMove(standing, asked)) {
      const { collection, to, embed } = standing;
      const what = embed === undefined ? `moved to ${to.engine}` : `embedded by ${embed.model}`;
      throw permanent('MIGRATION.RUNNING', `${collection} is being ${what}: wait, or cancel that.`, { category: 'conflict' });
    }
    if (this.#migrations.isQuiet(standing))
      await this.#with.queues.add(maintenanceQueue, { task: 'migrate', collection: standing.collection });
    return summarise(standing);
  }

  /** The latest move of a collection, or the copy under another name that is made of it or failed lately.
   *  @param mayBeTold of the name of a copy @throws `MIGRATION.NOT_FOUND` */
  async status(collection: string, mayBeTold: (copy: string) => boolean = () => true): Promise<MigrationSummary> {
    const own = await this.#migrations.get(collection);
    const copy = own?.state === 'running' ? undefined : await this.#copyOf(collection, { own, mayBeTold });
    const record = copy ?? own;
    if (record) return summarise(record);
    throw permanent('MIGRATION.NOT_FOUND', `${collection} has not been moved: "tributary migrate ${collection} <engine>" moves it.`, {
      category: 'not_found',
    });
  }

  /** The moves that are running, by the collection they fill. */
  async underWay(): Promise<readonly MigrationSummary[]> {
    const moves: MigrationSummary[] = [];
    for await (const record of this.#migrations.running()) moves.push(summarise(record));
    return moves;
  }

  async #copyOf(
    collection: string,
    { own, mayBeTold }: { readonly own: MigrationRecord | undefined; readonly mayBeTold: (copy: string) => boolean },
  ): Promise<MigrationRecord | undefined> {
    const isCopy = ({ from, collection: copy }: MigrationRecord) =>
      from.collection === collection && copy !== collection && mayBeTold(copy);
    for await (const record of this.#migrations.running()) if (isCopy(record)) return record;
    const now = new Date(this.#with.clock.now()).toISOString();
    // Whoever can undo a move must be told of that one.
    if (own?.kept_until !== undefined && own.kept_until > now) return undefined;
    const since = new Date(this.#with.clock.now() - FAILURE_TOLD_MS).toISOString();
    let latest = own;
    for await (const record of this.#migrations.failed()) {
      const isRecent = (record.finished_at ?? '') > since && record.started_at > (latest?.started_at ?? '');
      if (isRecent && isCopy(record)) latest = record;
    }
    return latest;
  }

  async #moving(record: CollectionRecord, { to, keepDays }: { readonly to: string | undefined; readonly keepDays: number }) {
    if (to === undefined) {
      throw permanent('MIGRATION.TARGET_REQUIRED', 'Say where to: an engine, `<engine>/<name>`, or a new name.');
    }
    const { engines, catalog } = this.#with;
    const home: Place = { engine: record.adopted === undefined ? record.engine : engines.primary.name, collection: record.name };
    const target = parseTarget(to, home, engines);
    if (target.collection === record.name && target.engine === record.engine && record.adopted === undefined) {
      throw permanent('MIGRATION.SAME_PLACE', `${record.name} is on ${record.engine} already.`);
    }
    if (target.collection !== record.name && (await catalog.collections.get(target.collection))?.removed === false) {
      throw permanent('COLLECTION.EXISTS', `There is a collection ${target.collection} already: choose another name.`, {
        category: 'conflict',
      });
    }
    return this.#record(record, { target, keepDays });
  }

  #undoing(record: CollectionRecord, keepDays: number): MigrationRecord {
    const { previous, name } = record;
    if (previous === undefined || previous.until < this.#with.clock.now()) {
      throw permanent(
        'MIGRATION.NOT_UNDOABLE',
        `What answered for ${name} before is not kept: move it with \`migrate ${name} <engine>\`.`,
        {
          category: 'conflict',
        },
      );
    }
    if (previous.adopted !== undefined) {
      throw permanent(
        'MIGRATION.NOT_UNDOABLE',
        `${previous.engine}/${previous.adopted} was made by another program, and a move never writes to it. What was stored into ${name} since the move is nowhere else: write it to a file (tributary export ${name}) before you remove ${name} and adopt that collection again.`,
        { category: 'conflict' },
      );
    }
    const { engine, generation } = previous;
    const move = this.#record(record, { target: { engine, collection: name }, keepDays });
    return { ...move, back: true, to: { engine, generation } };
  }

  #record(record: CollectionRecord, { target, keepDays }: { readonly target: Place; readonly keepDays: number }): MigrationRecord {
    const { name, engine, generation, adopted } = record;
    return {
      v: 1,
      collection: target.collection,
      from: { collection: name, engine, generation, ...(adopted === undefined ? {} : { adopted }) },
      to: { engine: target.engine },
      back: false,
      keep_ms: keepDays * DAY_MS,
      state: 'running',
      phase: 'preparing',
      done: 0,
      copied: 0,
      passes: 0,
      failures: 0,
      surprises: 0,
      started_at: new Date(this.#with.clock.now()).toISOString(),
    };
  }

  async #cancel(record: CollectionRecord, to: string | undefined): Promise<MigrationSummary> {
    const { engine, name: collection } = record;
    const name = to === undefined ? record.name : parseTarget(to, { engine, collection }, this.#with.engines).collection;
    const running = await this.#migrations.get(name);
    if (running?.state !== 'running') {
      throw permanent('MIGRATION.NOT_RUNNING', `${name} is not being moved.`, { category: 'conflict' });
    }
    if (hasSwitched(await this.#with.catalog.collections.get(name), running)) throw switched(running);
    const finished_at = new Date(this.#with.clock.now()).toISOString();
    const ended = await this.#migrations.note(name, { state: 'cancelled', finished_at });
    await abandonGeneration(this.#with, ended);
    // It may have switched over just before.
    if (!hasSwitched(await this.#with.catalog.collections.get(name), ended)) return summarise(ended);
    const { finished_at: _never, ...going } = ended;
    await this.#migrations.begin({ ...going, state: 'running' });
    await this.#with.queues.add(maintenanceQueue, { task: 'migrate', collection: name });
    throw switched(running);
  }
}

function isSameMove(a: MigrationRecord, b: MigrationRecord): boolean {
  return a.from.collection === b.from.collection && a.to.engine === b.to.engine && a.back === b.back && isSameEmbedding(a, b);
}

function isSameEmbedding({ embed: a }: MigrationRecord, { embed: b }: MigrationRecord): boolean {
  return a?.model === b?.model && a?.texts === b?.texts;
}

/** What answers already is not taken back: its rows are still written. */
function switched({ collection, from, to }: MigrationRecord) {
  const isRename = collection !== from.collection;
  const undo = isRename
    ? `To be rid of the copy: tributary collections remove ${collection} --confirm ${collection}`
    : `To undo it once it is done: tributary migrate ${collection} --back`;
  return permanent('MIGRATION.SWITCHED', `${to.engine}/${collection} answers already, and the move is nearly done. ${undo}`, {
    category: 'conflict',
  });
}

function adopted(collection: string) {
  return permanent(
    'COLLECTION.ADOPTED',
    `The collection ${collection} was made by another program and is only read. Move it into one of Tributary's own first: tributary migrate ${collection} <engine>`,
    { category: 'conflict' },
  );
}
