import { embedChunksQueue } from '@tributary/contracts';
import { EmbeddingProviders } from '@tributary/embedding-port';
import { EmbeddedEngine } from '@tributary/engines-embedded';
import { Engines } from '@tributary/engines-port';
import { eventually, temporaryFolder } from '@tributary/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AcceptDocuments } from '../acceptance/accept-documents.use-case.js';
import { CountingProvider, Testbed } from '../testbed/testbed.fixture.js';

let bed: Testbed;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let second: EmbeddedEngine;
beforeEach(async () => {
  bed = await Testbed.open();
  folder = await temporaryFolder();
  second = EmbeddedEngine.open({ name: 'second', folder: folder.path });
});
afterEach(async () => {
  await bed.close();
  await second.close();
  await folder.remove();
});

it.each([
  ['model', 'EMBEDDER.UNKNOWN', { model: 'other' }],
  ['engine', 'ENGINE.UNKNOWN', { engine: 'second' }],
] as const)('lets documents wait whose %s only processes with the newer configuration know', async (_, code, placed) => {
  const newer = {
    engines: new Engines(bed.engine, [second]),
    providers: new EmbeddingProviders(bed.provider, [new CountingProvider('other')]),
    placement: () => placed,
  };
  await bed.start();
  await new AcceptDocuments({ ...bed.collaborators, ...newer }).run([{ v: 1, collection: 'notes', id: 'a', content: 'One.' }]);
  await eventually(async () => [...(await bed.queues.outages(embedChunksQueue)).values()].some((met) => met.code === code));
  expect(await bed.catalog.documents.count({ collection: 'notes', state: 'failed' })).toBe(0);
  await bed.stop();
  await bed.start(newer);
  await eventually(async () => (await bed.catalog.documents.count({ collection: 'notes', state: 'indexed' })) === 1, 20_000);
});
