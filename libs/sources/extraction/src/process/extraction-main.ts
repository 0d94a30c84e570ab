// Entry of the process that extracts: it gets a document, answers with its text, and is killed where it takes too long.
import { Worker } from 'node:worker_threads';
import { extractDocument } from '../formats/extract-document.js';
import type { Delivery, Order } from './messages.js';

const [memoryMb] = process.argv.slice(2);
// It counts in a thread of its own: this one may be busy for good.
new Worker(new URL('./watchdog-thread.js', import.meta.url), { workerData: { memoryMb: Number(memoryMb), parent: process.ppid } }).unref();

process.on('message', ({ request, budgets }: Order) => {
  void extractDocument(request, budgets).then((outcome) => {
    const delivery: Delivery = { outcome, rss: process.memoryUsage.rss() };
    process.send?.(delivery);
  });
});
// It ends with the process it belongs to: a terminal that goes is told to both.
process.on('SIGHUP', () => undefined);
process.on('disconnect', () => process.exit());
