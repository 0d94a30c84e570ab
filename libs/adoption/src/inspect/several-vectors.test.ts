import { StaticEmbeddingProvider } from '@tributary/embedding-static';
import { expect, it } from 'vitest';
import { AdoptionBed, memoryCollection, toolCalled } from '../testbed/adoption-bed.fixture.js';
import { PASSAGES } from '../testbed/other-tools.fixture.js';

const model = new StaticEmbeddingProvider();

type Passage = (typeof PASSAGES)[number];
type MadeOf = Partial<Record<'title' | 'dense', (passage: Passage) => string>>;

const ofTitle = ({ title }: Passage) => title;
const ofText = ({ text }: Passage) => text;

/** Passages that all have a vector of their title, and these of them one of their text, which is what the static model makes of it. */
async function bedWith(hasText: (n: number) => boolean, { title = ofTitle, dense = ofText }: MadeOf = {}) {
  const collection = await memoryCollection('docs', toolCalled('a plain script'), model);
  const [titles, texts] = await Promise.all([model.embed(PASSAGES.map(title)), model.embed(PASSAGES.map(dense))]);
  const points = collection.points.map((point, n) => {
    const titled = ['title', titles[n] ?? new Float32Array(256)] as const;
    return { ...point, vectors: new Map(hasText(n) ? [titled, ['dense', texts[n] ?? new Float32Array(256)]] : [titled]) };
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

it('a vector that the named model makes of the text is searched before one that is near it, and that before one that is not', async () => {
  const known = { model: 'static' };
  const near = ({ title, text }: Passage) => `${title}, as it was told before: ${text}`;
  await using exact = await bedWith((n) => n % 5 !== 0, { title: near });
  const made = await exact.inspect.run(exact.other, 'docs', { known });
  expect(made.card).toMatchObject({ vectors: { dense: 'dense' }, model: { name: 'static' } });
  expect(made.findings.at(-1)?.reason).not.toContain('made from other text');
  await using nearly = await bedWith((n) => n % 5 !== 0, { dense: near });
  const likely = await nearly.inspect.run(nearly.other, 'docs', { known });
  expect(likely.card).toMatchObject({ vectors: { dense: 'dense' } });
  expect(likely.findings.at(-1)?.reason).toContain('made from other text');
});
