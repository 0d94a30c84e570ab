import { startSource } from '@tributary/testing';
import { expect, it } from 'vitest';

it('loads BullMQ and the Redis client when it connects, not before', async () => {
  const child = startSource(new URL('./loads.fixture.ts', import.meta.url));
  expect(await child.line('imported')).toBe('imported ');
  const connected = await child.line('connected');
  expect(connected).toContain('bullmq');
  expect(connected).toContain('ioredis');
  await child.kill();
});
