import { StaticEmbeddingProvider } from '@tributary/embedding-static';
import { expect, it } from 'vitest';
import { AdoptionBed, memoryCollection, toolCalled } from '../testbed/adoption-bed.fixture.js';
import { PASSAGES } from '../testbed/other-tools.fixture.js';

const model = new StaticEmbeddingProvider();

/** Passages that all have a vector of their title, and these of them one of their text, which is what the static model makes of it. */
async function bedWith(hasText: (n: number) => boolean) {
  const collection = await memoryCollection('docs', toolCalled('a plain script'), model);
  const titles = await model.embed(PASSAGES.map(({ title }) => title));
  const points = collection.points.map((point, n) => {
    const text = point.vectors.get('') ?? new Float32Array(256);
    const title = titles[n] ?? new Float32Array(256);
    return { ...point, vectors: new Map(hasText(n) ? [['title', title], ['dense', text]] : [['title', title]]) }; // prettier-ignore
  });
  const field = { kind: 'dense' as const, distance: 'cosine' as const, dimension: 256 };
  return new AdoptionBed([
    {
      ...collection,
      points,
      vectors: [
        { ...field, name: 'title' },
        { ...field, name: 'dense' },
      ],
    },
  ]);
}

it('a vector that a model makes of the text is searched before one that more points have', async () => {
  await using bed = await bedWith((n) => n % 5 !== 0);
  const { card, findings, notes } = await bed.inspect.run(bed.other, 'docs');
  expect(card).toMatchObject({ vectors: { dense: 'dense' }, model: { name: 'static' } });
  expect(findings[0]).toMatchObject({ certainty: 'likely', reason: '2 to choose from: the one that static makes of the text' });
  expect(notes).toEqual([
    '80 % of the points have the vector dense: the others are found by their words only.',
    'Vectors that could be searched instead: title (on 100 % of the points). Choose one with --vector NAME.',
  ]);
});

it('a vector that few points have is not searched unless it is named', async () => {
  await using bed = await bedWith((n) => n < 3);
  expect((await bed.inspect.run(bed.other, 'docs')).card).toMatchObject({ vectors: { dense: 'title' }, model: { name: 'unknown' } });
  const { card, notes } = await bed.inspect.run(bed.other, 'docs', { known: { vector: 'dense' } });
  expect(card).toMatchObject({ vectors: { dense: 'dense' }, model: { name: 'static' } });
  expect(notes).toEqual(['30 % of the points have the vector dense: the others are found by their words only.']);
});
