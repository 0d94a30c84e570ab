import { permanent, retryable } from '@tributary/kernel';
import { termOf } from '@tributary/engines-port/memory';
import { expect, it } from 'vitest';
import { foreignPoint, foreignWorld } from './foreign-world.fixture.js';

const LANES = ['semantic', 'keyword', 'fuzzy'] as const;
const vector = Float32Array.from([1, 0.5, 0, -0.5]);
const refusal = (code: string) => permanent(code, 'Not existing vector name error: body');

async function indexed() {
  const world = foreignWorld(Array.from({ length: 10 }, (_, n) => foreignPoint(n, `harbour number${n.toString()}`)));
  await world.builder().build(world.record);
  const ask = (word: string) =>
    world.reader().nominate({ lanes: LANES, limit: 5, terms: [{ id: termOf(word), weight: 1 }], words: [word], vector });
  return { ...world, ask };
}

it.each(['ENGINE.REFUSED', 'ENGINE.DIMENSION_MISMATCH'])('words are searched where the engine takes no vector: %s', async (code) => {
  const { ask, refuse } = await indexed();
  refuse(refusal(code));
  const { lanes, candidates } = await ask('harbour');
  expect(lanes).toMatchObject({ semantic: { error: { code } }, keyword: { status: 'searched' }, fuzzy: { status: 'searched' } });
  expect(candidates).toHaveLength(5);
  expect(candidates.map(({ similarity }) => similarity)).toEqual(Array.from({ length: 5 }));
});

it('words that nobody wrote are searched, too, where the engine takes no vector', async () => {
  const { ask, refuse } = await indexed();
  refuse(refusal('ENGINE.REFUSED'));
  expect((await ask('lighthouse')).lanes).toMatchObject({ semantic: { status: 'failed' }, keyword: { status: 'searched', ranking: [] } });
});

it('an engine that is away is away, where no words make up for it', async () => {
  const { ask, refuse } = await indexed();
  refuse(retryable('ENGINE.UNAVAILABLE', 'away'));
  await expect(ask('lighthouse')).rejects.toMatchObject({ code: 'ENGINE.UNAVAILABLE' });
});
