import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Ingest } from './ingest.ts';

const ROUNDS = 5;

/** One way of answering a query. */
export interface Contender<Query> {
  readonly name: string;
  readonly ask: (query: Query) => unknown;
  /** Whether vectors that it looked at stay in memory for a while. */
  readonly keepsVectors?: boolean;
  /** Runs beside it where documents are to be written meanwhile. */
  readonly ingest?: Ingest | undefined;
}

export interface Scenario<Query> {
  readonly name: string;
  readonly contenders: readonly Contender<Query>[];
  readonly clients: number;
  /** Milliseconds each contender gets in a round. */
  readonly ms: number;
  /** Whether those that keep vectors in memory are asked everything beforehand: what was asked before by one and not by the other would be quicker for that alone. `each round`
   *  where their vectors together are more than is kept, so that one would drive out the other's. */
  readonly warmUp?: 'once' | 'each round';
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
export async function measure<Query>(
  { contenders, clients, ms, warmUp }: Scenario<Query>,
  all: readonly Query[],
): Promise<readonly Measured[]> {
  const results = contenders.map(({ name }) => ({ contender: name, rounds: new Array<readonly number[]>(), waits: new Array<number>() }));
  if (warmUp === 'once') for (const contender of contenders) await askAll(contender, all);
  for (let round = 0; round < ROUNDS; round++) {
    const order = [...contenders.keys()];
    for (const at of round % 2 === 0 ? order : order.toReversed()) {
      const contender = contenders[at];
      if (contender === undefined) continue;
      if (warmUp === 'each round') await askAll(contender, all);
      const queries = endless(all, Math.floor((round * all.length) / ROUNDS));
      const run = () => stretch(contender, { clients, ms, queries });
      const { times, wait } = await (contender.ingest ? contender.ingest.during(run) : run());
      results[at]?.rounds.push(times);
      results[at]?.waits.push(wait);
    }
  }
  return results;
}

async function askAll<Query>({ ask, keepsVectors = false }: Contender<Query>, queries: readonly Query[]): Promise<void> {
  if (keepsVectors) for (const query of queries) await ask(query);
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
