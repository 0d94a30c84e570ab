import { temporaryFolder } from '@tributary/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tributary } from '../../running/tributary.fixture.js';

const URI = 'tributary://notes/long';
// More than the largest budget of one answer: 200,000 tokens are 700,000 bytes.
const LINE = Array.from({ length: 90_000 }, (_, n) => `word${n.toString()}`).join(' ');
const CONTENT = `Heading\n\n${LINE}\n\n    indented\nThe last line.`;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
  await run(['import', '-', '--collection', 'notes'], JSON.stringify({ id: 'long', content: CONTENT }));
}, 120_000);
afterAll(() => folder.remove());

async function run(args: readonly string[], input?: string) {
  const { code, stdout, stderr } = await tributary([...args, '--data', folder.path], input === undefined ? {} : { input });
  expect([code, code === 0 ? '' : stderr]).toEqual([0, '']);
  return { stdout, stderr };
}

it('is read to its end by the arguments that each cut names', { timeout: 120_000 }, async () => {
  const parts: string[] = [];
  let further: readonly string[] = [];
  for (;;) {
    const { stdout, stderr } = await run(['fetch', URI, '--tokens', '150000', ...further]);
    // A line feed is added where the text ends without one.
    parts.push(stdout.slice(0, -1));
    const named = /Cut here in line \d+: read on with (.*), or raise --tokens\./.exec(stderr)?.[1];
    if (named === undefined) break;
    expect(parts.length).toBeLessThan(6);
    // A cut in a later line reads that line again from its beginning.
    if (!named.includes('--column')) parts.push(parts.pop()?.replace(/[^\n]*$/, '') ?? '');
    further = named.split(' ');
  }
  expect(parts.length).toBeGreaterThan(2);
  expect(parts.join('')).toBe(CONTENT);
});
