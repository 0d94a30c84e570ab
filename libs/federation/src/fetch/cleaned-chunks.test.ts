import { expect, it } from 'vitest';
import { cleanedChunks } from './cleaned-chunks.js';

const pointsOf = (count: number): Parameters<typeof cleanedChunks>[0] =>
  Array.from({ length: count }, (_, n) => ({
    payload: { content: `${n.toString()}\u200b`, range: { start: [n + 1, 1], end: [n + 1, 9] } },
  }));

it('passages are cleaned in their order, with their places', async () => {
  const chunks = await cleanedChunks(pointsOf(2_500), undefined);
  expect(chunks).toHaveLength(2_500);
  expect(chunks.every(({ content, range }, n) => content === n.toString() && range?.start[0] === n + 1)).toBe(true);
  expect(await cleanedChunks([], undefined)).toEqual([]);
});

it('others get the event loop while many are cleaned', async () => {
  let turns = 0;
  const count = () => {
    turns++;
    turn = setImmediate(count);
  };
  let turn = setImmediate(count);
  await cleanedChunks(pointsOf(20_000), undefined);
  clearImmediate(turn);
  expect(turns).toBeGreaterThanOrEqual(15);
});

it('cleaning ends when nobody waits for it', async () => {
  const caller = new AbortController();
  const cleaning = cleanedChunks(pointsOf(20_000), caller.signal);
  caller.abort();
  await expect(cleaning).rejects.toMatchObject({ name: 'AbortError' });
});
