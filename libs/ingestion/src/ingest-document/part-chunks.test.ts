import { expect, it } from 'vitest';
import { partChunks } from './part-chunks.js';

function chunksOf(count: number, content: string) {
  return Array.from({ length: count }, () => ({ content, heading: 'Title' }));
}

it('puts at most 256 chunks into a part, in order', () => {
  expect(partChunks(chunksOf(600, 'short')).map((part) => part.length)).toEqual([256, 256, 88]);
  expect(partChunks(chunksOf(256, 'short'))).toHaveLength(1);
  expect(partChunks([])).toEqual([[]]);
});

it('keeps the JSON of a part under 512 KiB, also where every character is escaped', () => {
  for (const content of ['x'.repeat(1500), '\u0001'.repeat(1500), '漢'.repeat(1500)]) {
    for (const part of partChunks(chunksOf(1000, content))) expect(Buffer.byteLength(JSON.stringify(part))).toBeLessThan(512 * 1024);
  }
});
