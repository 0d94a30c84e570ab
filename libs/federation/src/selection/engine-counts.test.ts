import { MemoryEngine, sampleCard, sampleDocument } from '@tributary/engines-port/memory';
import { expect, it } from 'vitest';
import { EngineCounts } from './engine-counts.js';

const NAME = 'notes__g1';

it('asks an engine anew after the clock was a year ahead and has been set back', async () => {
  let now = 1_000_000;
  const engine = new MemoryEngine({ name: 'main' });
  await engine.createCollection(NAME, sampleCard(8));
  const counts = new EngineCounts({ now: () => now });
  const points = async () => {
    await counts.of(engine);
    await counts.idle();
    return (await counts.of(engine))?.get(NAME);
  };
  expect(await points()).toBe(0);
  await engine.writeDocument(sampleDocument({ collection: NAME, key: 'a', chunks: ['one'] }));
  expect(await points()).toBe(0);
  now -= 365 * 86_400_000;
  expect(await points()).toBe(1);
});
