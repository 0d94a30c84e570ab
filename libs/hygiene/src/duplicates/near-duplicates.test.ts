import { SeededRandom, testSeed } from '@tributary/testing';
import { expect, it } from 'vitest';
import { NearDuplicates } from './near-duplicates.js';
import { resemblance, sketchOf } from './sketch.js';

const random = new SeededRandom(testSeed(process.env['TRIBUTARY_TEST_SEED']));
const words = (length: number) => Array.from({ length }, () => `word${random.below(5000).toString()}`);

function sketched(text: string): Uint16Array {
  const sketch = sketchOf(text);
  if (sketch === undefined) throw new Error('too short');
  return sketch;
}

it('a copy with one other word in three hundred is a near duplicate, one with every fifth word changed is not, but for a few of hundreds', () => {
  const near = new NearDuplicates(1000);
  let found = 0;
  let mistaken = 0;
  for (let n = 0; n < 200; n++) {
    const original = words(300);
    const key = n.toString();
    near.put(key, sketched(original.join(' ')));
    const edited = original.with(150, 'another');
    if (near.put(`${key}-copy`, sketched(edited.join('\n'))) === key) found++;
    near.remove(`${key}-copy`);
    const rewritten = original.map((word, at) => (at % 5 === 0 ? `new${word}` : word));
    if (near.put(`${key}-new`, sketched(rewritten.join(' '))) !== undefined) mistaken++;
  }
  // A sketch estimates: about one in a thousand is off.
  expect(found).toBeGreaterThanOrEqual(196);
  expect(mistaken).toBeLessThanOrEqual(2);
});

it('case, white space and punctuation do not count; a text under a hundred words has no sketch', () => {
  const text = words(120);
  expect(resemblance(sketched(text.join(' ')), sketched(`${text.join(',\n\n').toUpperCase()}!`))).toBe(1);
  expect(sketchOf(text.slice(0, 99).join(' '))).toBeUndefined();
});

it('texts that say few things over and over have nothing in common but what they say', () => {
  const lines = (line: string) => `${line} `.repeat(60);
  const one = lines('see the list');
  const other = lines('open every door');
  expect(resemblance(sketched(one), sketched(other))).toBe(0);
  expect(resemblance(sketched(one), sketched(`${one}\n${one}`))).toBe(1);
  const near = new NearDuplicates(10);
  expect([near.put('one', sketched(one)), near.put('other', sketched(other)), near.put('copy', sketched(`${one}\n`))]).toEqual([
    undefined,
    undefined,
    'one',
  ]);
});

it('a document is not its own duplicate, and nothing is one of a document that was removed', () => {
  const near = new NearDuplicates(10);
  const sketch = sketched(words(120).join(' '));
  expect([near.put('a', sketch), near.put('a', sketch), near.put('b', sketch)]).toEqual([undefined, undefined, 'a']);
  near.remove('a');
  near.remove('b');
  expect(near.put('c', sketch)).toBeUndefined();
});

it('holds no more documents than it may, and forgets the oldest', () => {
  const near = new NearDuplicates(50);
  const texts = Array.from({ length: 200 }, () => sketched(words(120).join(' ')));
  texts.forEach((sketch, n) => near.put(n.toString(), sketch));
  expect(near.size).toBe(50);
  expect(near.put('x', texts[199] ?? new Uint16Array())).toBe('199');
  expect(near.put('y', texts[0] ?? new Uint16Array())).toBeUndefined();
});
