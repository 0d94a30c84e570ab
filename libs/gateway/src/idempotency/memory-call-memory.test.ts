import { MIB } from '@tributary/kernel';
import { describeCallMemory, inMemory } from '@tributary/state-port/conformance';
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

describeCallMemory({ name: 'calls in memory', makeHarness: () => inMemory((clock) => new MemoryCallMemory(clock)) });
