// What the queues cost and how fast they recover. The parts that stop or load a Redis start one of their own.
import { findRedisProgram, startRedisServer } from '@tributary/testing';
import { report, type Figure } from '../figure.js';
import { ingestRate } from './ingest.js';
import { localRate } from './local-rate.js';
import { outage } from './outage.js';
import { requestReply } from './request-reply.js';
import { takeover } from './takeover.js';

const supply = findRedisProgram();
const figures: Figure[] = await localRate();
if (supply.kind === 'none') {
  console.error(`skipped: everything over BullMQ (${supply.reason})`);
} else {
  const server = await startRedisServer(supply.command);
  for (const measure of [requestReply, ingestRate, takeover]) figures.push(...(await measure(server.url)));
  figures.push(...(await outage(server)));
  await server.remove();
}
report(figures);
process.exit();
