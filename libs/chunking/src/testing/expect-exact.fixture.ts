import { expect } from 'vitest';
import type { Chunk, ChunkedDocument } from '../document/chunk.js';

/** What holds for every document: nothing lost, nothing twice, ranges that give back the content, no chunk over the limit. */
export function expectExact(text: string, { chunks }: ChunkedDocument): void {
  const lines = text.split('\n');
  expect(withoutBlanks(chunks.map(({ content }) => content).join(''))).toBe(withoutBlanks(text));
  chunks.forEach((chunk, n) => {
    expect(chunk.n).toBe(n);
    expect(chunk.content.length).toBeLessThanOrEqual(1500);
    expect(chunk.content.trim()).not.toBe('');
    expect(textAt(lines, chunk)).toBe(chunk.content);
  });
}

function textAt(lines: readonly string[], { range: { start, end } }: Chunk): string {
  const taken = lines.slice(start[0] - 1, end[0]);
  const last = taken.length - 1;
  taken[last] = taken[last]?.slice(0, end[1]) ?? '';
  taken[0] = taken[0]?.slice(start[1] - 1) ?? '';
  return taken.join('\n');
}

function withoutBlanks(text: string): string {
  return text.replace(/\s+/g, '');
}
