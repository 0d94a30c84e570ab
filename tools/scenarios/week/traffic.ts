import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DeleteInput, FetchInput, SearchRequest, StoreInput } from '@tributary/contracts';
import { SeededRandom } from '@tributary/testing';
import type { Deployment } from '../deployment/deployment.ts';
import { Assistant } from '../load/assistant.ts';
import { documentOf, wordOf } from '../load/bulk-producer.ts';
import { context } from '../load/settled.ts';
import type { Calendar } from './calendar.ts';

/** Documents that a program hands in again and again; their number stays the same. */
export const RECORDS = 1000;
const NOTES = 200;
const BATCH = 20;

interface TrafficOptions {
  readonly deployment: Deployment;
  readonly calendar: Calendar;
  readonly seed: number;
  /** A folder that is watched, and how many files are in it. */
  readonly folder: string;
  readonly files: number;
}

/** What a team does all day, each thing so many milliseconds apart in the mean. What there is stays as much as it was. */
const HABITS: readonly (readonly [everyMs: number, habit: (team: Team) => Promise<unknown>])[] = [
  [250, (team) => team.search()],
  [2000, (team) => team.assist()],
  [1500, (team) => team.remember()],
  [3000, (team) => team.handIn()],
  [6000, (team) => team.replace()],
  [700, (team) => team.edit()],
  [4000, (team) => team.fetch()],
];

/** Runs the habits until the calendar is over. @returns how often each did something, and what failed */
export async function playTraffic(options: TrafficOptions): Promise<{ readonly done: number; readonly failures: readonly string[] }> {
  const failures: string[] = [];
  let done = 0;
  const team = new Team(options);
  const { calendar, seed } = options;
  const live = async (everyMs: number, habit: (team: Team) => Promise<unknown>): Promise<void> => {
    const random = new SeededRandom(seed + everyMs);
    while (!calendar.isOver) {
      await pause((everyMs * (0.5 + random.below(1000) / 1000)) / calendar.bustle);
      await habit(team).catch((error: unknown) => failures.push(String(error)));
      done += 1;
    }
  };
  await team.begin();
  await Promise.all(HABITS.map(([everyMs, habit]) => live(everyMs, habit)));
  return { done, failures };
}

/** People, assistants and programs on one deployment. */
class Team {
  readonly #options: TrafficOptions;
  readonly #random: SeededRandom;
  #edits = 0;
  #version = 0;

  constructor(options: TrafficOptions) {
    this.#options = options;
    this.#random = new SeededRandom(options.seed);
  }

  /** All that there will be, so that a week changes it and does not enlarge it. */
  async begin(): Promise<void> {
    const { operations } = this.#options.deployment;
    for (let n = 0; n < NOTES; n++) await operations.store(this.#note(n), context());
    for (let from = 0; from < RECORDS; from += BATCH) await this.#put(Array.from({ length: BATCH }, (_, i) => from + i));
  }

  async search(): Promise<void> {
    const query = `${wordOf(this.#random.below(RECORDS))} storm ${this.#random.below(2) === 0 ? 'keeper' : 'ledger'}`;
    const request = SearchRequest.parse({ query, deadline_ms: 20_000, limit: 5 });
    const { hits } = await this.#options.deployment.operations.search(request, context());
    if (hits.length === 0) throw new Error('a search found nothing');
  }

  /** An assistant comes, looks at its tools, asks and goes. */
  async assist(): Promise<void> {
    const assistant = await Assistant.connect(this.#options.deployment);
    try {
      await assistant.tools();
      await assistant.search(`${wordOf(this.#random.below(RECORDS))} anchor`);
    } finally {
      await assistant.close();
    }
  }

  async remember(): Promise<void> {
    await this.#options.deployment.operations.store(this.#note(this.#random.below(NOTES)), context());
  }

  async handIn(): Promise<void> {
    const from = this.#random.below(RECORDS / BATCH) * BATCH;
    await this.#put(Array.from({ length: BATCH }, (_, i) => from + i));
  }

  /** Some records go, and come back later. */
  async replace(): Promise<void> {
    const gone = Array.from({ length: 5 }, (_, i) => (this.#random.below(RECORDS / 5) * 5 + i) % RECORDS);
    const ids = [...new Set(gone)].map((n) => `tributary://records/entry-${n.toString()}`);
    await this.#options.deployment.operations.delete(DeleteInput.parse({ ids }), context()).catch((error: unknown) => {
      if (!String(error).includes('not')) throw error; // gone already
    });
    await this.#put(gone);
  }

  /** Somebody saves a file; now and then one is removed and another appears. */
  async edit(): Promise<void> {
    const { folder, files } = this.#options;
    const n = this.#random.below(files);
    if (this.#random.below(10) === 0) await rm(fileOf(folder, n), { force: true });
    await writeNote(folder, n, ++this.#edits);
  }

  async fetch(): Promise<void> {
    const uri = `tributary://notes/note-${this.#random.below(NOTES).toString()}`;
    await this.#options.deployment.operations.fetch(FetchInput.parse({ uri }), context());
  }

  async #put(numbers: readonly number[]): Promise<void> {
    const version = this.#nextVersion();
    const documents = numbers.map((n) => ({
      ...documentOf('records', n),
      version,
      content: `${documentOf('records', n).content ?? ''} ${version.toString()}`,
    }));
    const outcomes = await this.#options.deployment.operations.ingestDocuments(documents, context());
    const refused = outcomes.find(({ status }) => status === 'refused');
    if (refused !== undefined) throw new Error(`refused: ${JSON.stringify(refused.error)}`);
  }

  /** Newer than all before it and than what was deleted by now: a delete counts as a version of its time. */
  #nextVersion(): number {
    this.#version = Math.max(Date.now(), this.#version) + 1;
    return this.#version;
  }

  #note(n: number) {
    const text = `Note ${n.toString()}: ${documentOf('notes', n + this.#random.below(NOTES)).content ?? ''}`;
    return StoreInput.parse({ collection: 'notes', id: `note-${n.toString()}`, text });
  }
}

/** Makes a folder of so many small files, a hundred to a folder. */
export async function writeFolder(folder: string, files: number): Promise<void> {
  for (let n = 0; n < files; n++) {
    if (n % 100 === 0) await mkdir(join(folder, (n / 100).toString()), { recursive: true });
    await writeNote(folder, n, 0);
  }
}

function writeNote(folder: string, n: number, version: number): Promise<void> {
  return writeFile(
    fileOf(folder, n),
    `# File ${n.toString()}\n\nVersion ${version.toString()} of the log of lighthouse ${n.toString()}: calm, then a storm.\n`,
  );
}

function fileOf(folder: string, n: number): string {
  return join(folder, Math.floor(n / 100).toString(), `file-${n.toString()}.md`);
}
