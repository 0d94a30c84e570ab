import { startSource } from '@tributary/testing';
import { expect, it } from 'vitest';

const MIB = 2 ** 20;

async function youngBytesAfterWork(limits: 'limited' | 'free'): Promise<number> {
  const child = startSource(new URL('./young-generation.fixture.ts', import.meta.url), [limits]);
  const line = await child.line('young ');
  await child.kill();
  return Number(line.slice('young '.length));
}

it('holds the young generation where it is enough, under work that would enlarge it further', { timeout: 60_000 }, async () => {
  const [limited, free] = await Promise.all([youngBytesAfterWork('limited'), youngBytesAfterWork('free')]);
  expect(limited).toBeLessThanOrEqual(16 * MIB);
  expect(free).toBeGreaterThan(16 * MIB);
});
