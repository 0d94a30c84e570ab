import { MIB } from '@tributary/kernel';
import { expect, it } from 'vitest';
import { MemoryCallMemory } from './memory-call-memory.js';

const answerOf = (length: number) => ({ fingerprint: 'f', answer: 'x'.repeat(length) });

it('forgets the oldest answers where there are too many, and never a call that is under way', async () => {
  const memory = new MemoryCallMemory();
  await memory.claim('under way', 'f');
  for (const key of ['old', 'new']) {
    await memory.claim(key, 'f');
    await memory.answer(key, answerOf(key === 'old' ? 100 : 33 * MIB));
  }
  expect(await memory.claim('under way', 'f')).toMatchObject({ state: 'begun' });
  expect(await memory.claim('new', 'f')).toMatchObject({ state: 'answered' });
  expect(await memory.claim('old', 'f')).toBeUndefined();
});

it('keeps an answer for 24 hours', async () => {
  let now = 0;
  const memory = new MemoryCallMemory({ now: () => now });
  await memory.claim('a', 'f');
  await memory.answer('a', answerOf(1));
  now = 24 * 3_600_000 - 1;
  expect(await memory.claim('a', 'f')).toMatchObject({ state: 'answered' });
  now += 1;
  expect(await memory.claim('a', 'f')).toBeUndefined();
});
