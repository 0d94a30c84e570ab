import { expect, it } from 'vitest';
import { ReadingTurns } from './reading-turns.js';

/** Reads so many slices, and notes each with its name. */
async function read(
  turns: ReadingTurns,
  { name, slices, log }: { readonly name: string; readonly slices: number; readonly log: string[] },
) {
  for (let left = slices; left > 0; left--) {
    await turns.next(left);
    log.push(name);
  }
}

it('lets go on whoever has least left to read, also before one that came first', async () => {
  const turns = new ReadingTurns();
  const log: string[] = [];
  const large = read(turns, { name: 'large', slices: 4, log });
  await turns.next(0);
  await Promise.all([large, read(turns, { name: 'middle', slices: 3, log }), read(turns, { name: 'small', slices: 2, log })]);
  expect(log.join(' ')).toBe('small small middle middle middle large large large large');
});

it('lets the event loop go round before every slice', async () => {
  const turns = new ReadingTurns();
  const log: string[] = [];
  let rounds = 0;
  const count = (): void => {
    rounds++;
    if (log.length < 6) setImmediate(count);
  };
  setImmediate(count);
  await Promise.all(['a', 'b', 'c'].map((name) => read(turns, { name, slices: 2, log })));
  expect(log).toHaveLength(6);
  expect(rounds).toBeGreaterThanOrEqual(6);
});
