import { setTimeout as pause } from 'node:timers/promises';
import type { IngestDocument } from '@tributary/contracts';
import { Queue } from 'bullmq';
import type { Place } from '../places/place.ts';

const WORDS =
  'harbour lamp storm keeper anchor tide ledger compass sail rope signal engine copper barrel letter winter cliff stone gull map'.split(
    ' ',
  );
/** Documents that are put into the queue together. */
const BATCH = 50;
const LOOK_MS = 50;

/** A program outside that puts documents straight into the queue, as docs/bulk.md says, with nothing but BullMQ. */
export class BulkProducer {
  readonly #queue: Queue;
  readonly #embedding: Queue;

  constructor({ redis }: Place) {
    const open = (name: string) => {
      const queue = new Queue(name, { prefix: `{${redis.prefix}:${name}}`, connection: { url: redis.url, retryStrategy: () => 200 } });
      // While Redis is away calls wait for it.
      return queue.on('error', () => undefined);
    };
    this.#queue = open('ingest-document');
    this.#embedding = open('embed-chunks');
  }

  /** Documents `from` to `from + count` of a collection; the same ones again are the same documents. */
  async put(collection: string, { from = 0, count }: { readonly from?: number; readonly count: number }): Promise<void> {
    for (let at = from; at < from + count; at += BATCH) {
      const size = Math.min(BATCH, from + count - at);
      const documents = Array.from({ length: size }, (_, i) => documentOf(collection, at + i));
      await this.#queue.addBulk(documents.map((data) => ({ name: 'document', data })));
    }
  }

  /** Resolves when fewer jobs wait in this queue and in that of the embedders together. */
  async untilBelow(jobs: number): Promise<void> {
    for (;;) {
      const counts = await Promise.all([this.#queue, this.#embedding].map((queue) => queue.getJobCounts('wait', 'prioritized', 'active')));
      if (counts.reduce((sum, { wait = 0, prioritized = 0, active = 0 }) => sum + wait + prioritized + active, 0) < jobs) return;
      await pause(LOOK_MS);
    }
  }

  async close(): Promise<void> {
    await this.#embedding.close();
    await this.#queue.close();
  }
}

/** Two passages about an entry whose number is a word nobody else has. */
export function documentOf(collection: string, n: number): IngestDocument {
  const sentence = (p: number) => Array.from({ length: 32 }, (_, i) => WORDS[(n * 7 + p * 5 + i * i) % WORDS.length] ?? '').join(' ');
  const paragraphs = [0, 1].map((p) => `${wordOf(n)}, part ${p.toString()}: ${sentence(p)} ${sentence(p + 2)}.`);
  return { v: 1, collection, id: `entry-${n.toString()}`, version: 1, title: `Entry ${n.toString()}`, content: paragraphs.join('\n\n') };
}

/** The word that only entry n has. */
export function wordOf(n: number): string {
  return `entry${n.toString()}x`;
}
