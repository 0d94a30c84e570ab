import { setTimeout as pause } from 'node:timers/promises';
import type { Deployment } from '../deployment/deployment.ts';
import { wordOf } from '../load/bulk-producer.ts';
import { Feeder } from '../load/feeder.ts';
import { Searchers, type SearchRecord } from '../load/searchers.ts';
import { expectNothingLost, untilIndexed } from '../load/settled.ts';
import { Scrapes } from './scrapes.ts';

const COLLECTION = 'bulk';
const CALLERS = 4;
/** Each caller asks four times a second: searches are a load, not a race. */
const EVERY_MS = 250;
const DEADLINE_MS = 2000;
const KEPT_WAITING = 1000;
const SCRAPES_A_PHASE = 30;

/** A part of the afternoon: what is done at its beginning, and how long it is watched. */
interface Phase {
  readonly name: string;
  /** Of the whole afternoon. */
  readonly share: number;
  /** Searches may fail while it is done: whoever holds them is killed, or nobody can be asked. */
  readonly mayFail?: boolean;
  readonly begin: (stage: Stage) => Promise<unknown>;
}

interface Stage {
  readonly deployment: Deployment;
  feed(): void;
  drain(): Promise<unknown>;
}

const PHASES: readonly Phase[] = [
  { name: 'searches alone', share: 0.08, begin: () => Promise.resolve() },
  {
    name: 'bulk ingest, 1 embedder',
    share: 0.14,
    begin: (stage) => {
      stage.feed();
      return Promise.resolve();
    },
  },
  { name: '3 embedders', share: 0.14, begin: ({ deployment }) => deployment.scale('embedder', 3) },
  { name: 'rolling restart', share: 0.16, begin: ({ deployment }) => deployment.replaceAll() },
  { name: 'an embedder killed', share: 0.08, begin: ({ deployment }) => deployment.kill('embedder') },
  { name: 'an ingest worker killed', share: 0.08, begin: ({ deployment }) => deployment.kill('ingest-worker') },
  { name: 'a federation killed', share: 0.08, mayFail: true, begin: ({ deployment }) => deployment.kill('search-federation') },
  { name: 'a gateway killed', share: 0.08, mayFail: true, begin: ({ deployment }) => deployment.kill('mcp-gateway') },
  { name: 'Redis restarted', share: 0.08, mayFail: true, begin: ({ deployment }) => deployment.place.redis.restart() },
  { name: 'the ingest ends', share: 0.08, begin: (stage) => stage.drain() },
];

/** How a phase went. */
export interface PhaseRecord {
  readonly name: string;
  /** Seconds since the beginning of the afternoon. */
  readonly from: number;
  readonly to: number;
  /** When what was done was done. */
  readonly doneAt: number;
  readonly mayFail: boolean;
  readonly searches: readonly SearchRecord[];
}

export interface Afternoon {
  readonly documents: number;
  readonly phases: readonly PhaseRecord[];
  readonly scrapes: Scrapes['all'];
}

/** Plays the afternoon on a deployment, and sees at its end that nothing was lost. */
export async function playAfternoon(deployment: Deployment, minutes: number): Promise<Afternoon> {
  const seconds = minutes * 60;
  let feeder: Feeder | undefined;
  let documents = 0;
  const stage: Stage = {
    deployment,
    feed: () => (feeder = new Feeder(deployment.place, { collection: COLLECTION, keptWaiting: KEPT_WAITING })),
    drain: async () => {
      documents = (await feeder?.stop()) ?? 0;
      await untilIndexed(deployment, { collection: COLLECTION, documents, withinMs: 1_800_000 });
    },
  };
  await prepare(deployment);
  const scrapes = new Scrapes(deployment, (seconds / PHASES.length / SCRAPES_A_PHASE) * 1000);
  const searchers = new Searchers(deployment, {
    callers: CALLERS,
    everyMs: EVERY_MS,
    deadlineMs: DEADLINE_MS,
    question: (n) => `${wordOf(n % 500)} storm keeper`,
  });
  const phases: Omit<PhaseRecord, 'searches'>[] = [];
  try {
    for (const { name, share, mayFail = false, begin } of PHASES) {
      const from = searchers.now / 1000;
      await begin(stage);
      const doneAt = searchers.now / 1000;
      await pause(Math.max(0, (from + share * seconds) * 1000 - searchers.now));
      const to = searchers.now / 1000;
      phases.push({ name, from, to, doneAt, mayFail });
      console.log(`${to.toFixed(0).padStart(5)} s  ${name}`);
    }
  } finally {
    await Promise.all([searchers.stop(), scrapes.stop()]);
  }
  await expectNothingLost(deployment);
  // A search belongs to the phase in which it ended: one that is under way when a process is killed fails by that.
  const within = ({ from, to }: { readonly from: number; readonly to: number }) =>
    searchers.records.filter(({ at, ms }) => at + ms >= from * 1000 && at + ms < to * 1000);
  return { documents, scrapes: scrapes.all, phases: phases.map((phase) => ({ ...phase, searches: within(phase) })) };
}

/** Something to be found from the beginning on, and every process warm. */
async function prepare(deployment: Deployment): Promise<void> {
  const feeder = new Feeder(deployment.place, { collection: 'steady', keptWaiting: KEPT_WAITING });
  const warm = new Searchers(deployment, { callers: CALLERS, question: (n) => wordOf(n) });
  await warm.untilAnswered(50);
  const [documents] = await Promise.all([feeder.stop(), warm.stop()]);
  await untilIndexed(deployment, { collection: 'steady', documents });
}
