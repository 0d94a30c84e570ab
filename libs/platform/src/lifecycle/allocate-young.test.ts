import { startSource } from '@tributary/testing';
import { expect, it } from 'vitest';

/** V8 decides by itself, two times of three: so often it leaves nothing to chance. */
const TIMES = 8;

async function nextObjects(where: 'young' | 'anywhere'): Promise<string> {
  const child = startSource(new URL('./allocate-young.fixture.ts', import.meta.url), [where]);
  const line = await child.line('made ');
  await child.kill();
  return line;
}

it('makes objects in the young generation, also where those before them lived long', { timeout: 120_000 }, async () => {
  const young: string[] = [];
  const anywhere: string[] = [];
  while (young.length < TIMES) {
    const isShown = anywhere.includes('made old');
    const [one, ...others] = await Promise.all([nextObjects('young'), ...(isShown ? [] : [nextObjects('anywhere')])]);
    young.push(one);
    anywhere.push(...others);
  }
  expect(young).not.toContain('made old');
  // Else V8 does so anyway, and what is tested here is needed no more.
  expect(anywhere).toContain('made old');
});
