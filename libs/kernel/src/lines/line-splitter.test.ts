import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { LineSplitter } from './line-splitter.js';

const feed = (text: string, step: number, maxBytes = 1_000) => {
  const splitter = new LineSplitter({ maxBytes });
  const bytes = Buffer.from(text);
  const lines = [];
  for (let at = 0; at < bytes.length; at += step) lines.push(...splitter.push(bytes.subarray(at, at + step)));
  return lines.map((line) => (line.isTooLong ? '(too long)' : line.text));
};

it.each([1, 2, 3, 7, 1_000])('cuts the same lines from chunks of %i bytes, also inside of a character', (step) => {
  expect(feed('ä\nb\r\n\n日本\nunfinished', step)).toEqual(['ä', 'b', '', '日本']);
});

it.each([1, 4, 1_000])('skips a line that is too long and nothing else, in chunks of %i bytes', (step) => {
  expect(feed('short\n0123456789x\nnext\n0123456789\n', step, 10)).toEqual(['short', '(too long)', 'next', '0123456789']);
});

it.each([1, 2, 1_000])('leaves out byte-order marks in front of lines, and no others, in chunks of %i bytes', (step) => {
  expect(feed('\ufeffa\ufeff\nb\n\ufeff\r\n\ufeffc\r\n', step)).toEqual(['a\ufeff', 'b', '', 'c']);
});

it('holds none of the chunks of empty lines', () => {
  const splitter = new LineSplitter({ maxBytes: 1_000 });
  const before = bytesOfBuffers();
  for (let n = 0; n < 8; n++) splitter.push(Buffer.alloc(1_000_000, '\n'));
  expect(bytesOfBuffers() - before).toBeLessThan(3_000_000);
  expect(splitter.push(Buffer.from('b\n'))).toEqual([{ isTooLong: false, text: 'b' }]);
});

/** Of all that are in use. */
function bytesOfBuffers(): number {
  setFlagsFromString('--expose-gc');
  // Safe: the flag makes V8 define this function in new contexts.
  const collect = runInNewContext('gc') as () => void;
  for (let n = 0; n < 2; n++) collect();
  return process.memoryUsage().arrayBuffers;
}
