// Puts the documents of a file of JSON lines into Tributary's queue, with nothing but BullMQ:
//   node docs/examples/producer.mts redis://127.0.0.1:6379 tributary documents.jsonl
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { Queue } from 'bullmq';

/** One document. `collection` and `id` say where it belongs; the greater `version` wins, in whatever order they arrive. */
interface Document {
  readonly collection: string;
  readonly id: string;
  readonly version?: number;
  readonly content: string;
  readonly title?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

const BATCH = 200;
/** More than this many in line, and we wait: Redis holds what waits in memory. */
const MOST_WAITING = 10_000;

const [url = 'redis://127.0.0.1:6379', prefix = 'tributary', file = 'documents.jsonl'] = process.argv.slice(2);
const queue = new Queue<Document>('ingest-document', { prefix: `{${prefix}:ingest-document}`, connection: { url } });

async function send(documents: readonly Document[]): Promise<void> {
  for (;;) {
    // What a worker has looked at stands under `prioritized`.
    const { wait = 0, prioritized = 0 } = await queue.getJobCounts('wait', 'prioritized');
    if (wait + prioritized < MOST_WAITING) break;
    await pause(500);
  }
  await queue.addBulk(documents.map((data) => ({ name: 'document', data })));
}

let batch: Document[] = [];
let sent = 0;
for await (const line of createInterface({ input: createReadStream(file) })) {
  if (line.trim() === '') continue;
  batch.push(JSON.parse(line));
  if (batch.length < BATCH) continue;
  await send(batch);
  sent += batch.length;
  batch = [];
}
if (batch.length > 0) await send(batch);
console.log(`sent ${String(sent + batch.length)}`);
await queue.close();
