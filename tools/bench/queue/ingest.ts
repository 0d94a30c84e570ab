import { ingestDocumentQueue, type IngestDocument } from '@tributary/contracts';
import { BullmqQueues } from '@tributary/messaging-bullmq';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { spread, type Figure } from '../figure.js';

const ROUNDS = 7;
const DOCUMENTS = 6000;
const BATCH = 500;
const CONTENT = 'a paragraph of a document that somebody wants to find again. '.repeat(8);

type AddBatch = (documents: readonly IngestDocument[]) => Promise<unknown>;

/** Documents put into a queue per second: ours, checked and deduplicated, against bare `addBulk`, in turns. */
export async function ingestRate(url: string): Promise<Figure[]> {
  const prefix = `bench-${process.pid.toString()}`;
  const limits = { [ingestDocumentQueue.name]: { maxWaiting: Infinity } };
  const queues = await BullmqQueues.connect({ url, prefix, limits });
  const connection = new Redis(url, { maxRetriesPerRequest: null });
  const bare = new Queue('bench-bare-ingest', { connection, prefix });
  await bare.waitUntilReady();
  const addOurs: AddBatch = (documents) => queues.addMany(ingestDocumentQueue, documents);
  const addBare: AddBatch = (documents) => bare.addBulk(documents.map((data) => ({ name: 'document', data })));
  const rounds: { readonly ours: number; readonly peer: number }[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const oursFirst = round % 2 === 0;
    const first = await perSecond(oursFirst ? addOurs : addBare, round);
    const second = await perSecond(oursFirst ? addBare : addOurs, round);
    if (round > 0) rounds.push(oursFirst ? { ours: first, peer: second } : { ours: second, peer: first }); // round 0 warms up
    await connection.flushall();
  }
  await Promise.all([queues.close(), bare.close()]);
  connection.disconnect();
  const ratio = spread(rounds.map(({ ours, peer }) => ours / peer));
  return [
    {
      what: 'documents added, 500 a call',
      unit: 'jobs/s',
      ours: spread(rounds.map(({ ours }) => ours)),
      peer: { name: 'bare addBulk', spread: spread(rounds.map(({ peer }) => peer)) },
      ratio,
      target: { text: '≥ 0.9 ×', met: ratio.median >= 0.9 },
    },
  ];
}

async function perSecond(add: AddBatch, round: number): Promise<number> {
  const batches = Array.from({ length: DOCUMENTS / BATCH }, (_, batch) =>
    Array.from({ length: BATCH }, (_unused, n): IngestDocument => ({
      v: 1,
      collection: 'bench',
      id: `docs/${batch.toString()}/${n.toString()}.md`,
      version: round + 1,
      content: CONTENT,
    })),
  );
  const startedAt = performance.now();
  for (const batch of batches) await add(batch);
  return (DOCUMENTS / (performance.now() - startedAt)) * 1000;
}
