import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Ingest } from './ingest.ts';

const ROUNDS = 5;

/** One way of answering a query. */
export interface Contender<Query> {
  readonly name: string;
  readonly ask: (query: Query) => unknown;
  /** Runs beside it where documents are to be written meanwhile. */
  readonly ingest?: Ingest | undefined;
}

export interface Scenario<Query> {
  readonly name: string;
  readonly contenders: readonly Contender<Query>[];
  readonly clients: number;
  /** Milliseconds each contender gets in a round. */
  readonly ms: number;
}

/** What one contender did in each round. */
export interface Measured {
  readonly contender: string;
  /** Milliseconds of each query, by round. */
  readonly rounds: readonly (readonly number[])[];
  /** Longest wait of the event loop, ms, by round. */
  readonly waits: readonly number[];
}

/** Lets the contenders answer queries by turns: in a round all of them the same ones, as far as they come in their time, in the next round others first. */
export async function measure<Query>({ contenders, clients, ms }: Scenario<Query>, all: readonly Query[]): Promise<readonly Measured[]> {
  const results = contenders.map(({ name }) => ({ contender: name, rounds: new Array<readonly number[]>(), waits: new Array<number>() }));
  for (let round = 0; round < ROUNDS; round++) {
    const order = [...contenders.keys()];
    for (const at of round % 2 === 0 ? order : order.toReversed()) {
      const contender = contenders[at];
      if (contender === undefined) continue;
      const queries = endless(all, Math.floor((round * all.length) / ROUNDS));
      const run = () => stretch(contender, { clients, ms, queries });
      const { times, wait } = await (contender.ingest ? contender.ingest.during(run) : run());
      results[at]?.rounds.push(times);
      results[at]?.waits.push(wait);
    }
  }
  return results;
}

function* endless<Query>(all: readonly Query[], from: number): Generator<Query, never> {
  yield* all.slice(from);
  for (;;) yield* all;
}

async function stretch<Query>(
  { ask }: Contender<Query>,
  { clients, ms, queries }: { readonly clients: number; readonly ms: number; readonly queries: Iterator<Query, never> },
): Promise<{ readonly times: readonly number[]; readonly wait: number }> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const times: number[] = [];
  const endsAt = performance.now() + ms;
  const client = async (): Promise<void> => {
    do {
      const query = queries.next().value;
      const startedAt = performance.now();
      // Requests come by the event loop, so all clients are in the same line.
      await nextTurn();
      await ask(query);
      times.push(performance.now() - startedAt);
    } while (performance.now() < endsAt);
  };
  delay.enable();
  await Promise.all(Array.from({ length: clients }, client));
  delay.disable();
  return { times, wait: delay.max / 1e6 };
}
