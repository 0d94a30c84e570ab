import { Deadline } from '@tributary/kernel';
import { BullmqQueues } from '@tributary/messaging-bullmq';
import { startSource } from '@tributary/testing';
import { Queue, QueueEvents } from 'bullmq';
import { Redis } from 'ioredis';
import { percentile, spread, type Figure } from '../figure.js';
import { BARE_QUEUE, QUESTION, echoQueue } from './echo-queue.js';

const ROUNDS = 7;
const LOADS = [
  { callers: 1, questions: 300 },
  { callers: 20, questions: 2000 },
];

type Ask = (n: number) => Promise<unknown>;

/** Request/reply through our queues against `add` + `waitUntilFinished`, answered by one other process, in turns. */
export async function requestReply(url: string): Promise<Figure[]> {
  const prefix = `bench-${process.pid.toString()}`;
  const answerer = startSource(new URL('./answerer.ts', import.meta.url), [url, prefix]);
  await answerer.line('ready');
  const queues = await BullmqQueues.connect({ url, prefix });
  const connection = new Redis(url, { maxRetriesPerRequest: null });
  const bare = new Queue(BARE_QUEUE, { connection, prefix });
  const events = new QueueEvents(BARE_QUEUE, { connection: new Redis(url, { maxRetriesPerRequest: null }), prefix });
  events.setMaxListeners(0);
  bare.setMaxListeners(0);
  await events.waitUntilReady();
  const ours: Ask = (n) => queues.request(echoQueue, { n, text: QUESTION }, { deadline: Deadline.in(30_000) });
  const peer: Ask = async (n) => {
    const job = await bare.add('echo', { n, text: QUESTION });
    return job.waitUntilFinished(events);
  };
  const figures: Figure[] = [];
  for (const { callers, questions } of LOADS) figures.push(...(await compare({ ours, peer, callers, questions })));
  await answerer.kill();
  await Promise.all([queues.close(), events.close(), bare.close()]);
  connection.disconnect();
  return figures;
}

interface Comparison {
  readonly ours: Ask;
  readonly peer: Ask;
  readonly callers: number;
  readonly questions: number;
}

async function compare({ ours, peer, callers, questions }: Comparison): Promise<Figure[]> {
  await latencies(ours, callers, 200);
  await latencies(peer, callers, 200);
  const rounds: { readonly ours: number[]; readonly peer: number[] }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    // Whoever comes second finds a warmer machine, so they change places.
    const oursFirst = round % 2 === 0;
    const first = await latencies(oursFirst ? ours : peer, callers, questions);
    const second = await latencies(oursFirst ? peer : ours, callers, questions);
    rounds.push(oursFirst ? { ours: first, peer: second } : { ours: second, peer: first });
  }
  return [0.5, 0.95].map((share) => figure({ rounds, share, callers }));
}

async function latencies(ask: Ask, callers: number, questions: number): Promise<number[]> {
  const taken: number[] = [];
  let next = 0;
  const caller = async (): Promise<void> => {
    while (next < questions) {
      const startedAt = performance.now();
      await ask((next += 1));
      taken.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return taken;
}

interface Measured {
  readonly rounds: readonly { readonly ours: number[]; readonly peer: number[] }[];
  readonly share: number;
  readonly callers: number;
}

function figure({ rounds, share, callers }: Measured): Figure {
  const ours = spread(rounds.map((round) => percentile(round.ours, share)));
  const peer = spread(rounds.map((round) => percentile(round.peer, share)));
  const ratio = spread(rounds.map((round) => percentile(round.ours, share) / percentile(round.peer, share)));
  const isLoadedTail = callers > 1 && share > 0.9;
  return {
    what: `request and reply, ${callers.toString()} caller${callers === 1 ? '' : 's'}, p${(share * 100).toString()}`,
    unit: 'ms',
    ours,
    peer: { name: 'add + waitUntilFinished', spread: peer },
    ratio,
    target: isLoadedTail
      ? { text: '≤ 0.7 × and ≤ 5 ms', met: ratio.median <= 0.7 && ours.median <= 5 }
      : { text: '≤ 0.7 ×', met: ratio.median <= 0.7 },
  };
}
