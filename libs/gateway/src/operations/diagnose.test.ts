import type { DoctorAnswer } from '@tributary/contracts';
import { expect, it } from 'vitest';
import { diagnose } from './diagnose.js';

const AGREED = { found: 0, repaired: 0, remaining: 0, examples: [], left: [] };
const told = (drift: NonNullable<DoctorAnswer['drift']>) =>
  diagnose({ check: () => Promise.resolve([]), examine: () => Promise.resolve(drift) }, { repair: true }, new AbortController().signal);

it('calls nothing healthy that was not compared', async () => {
  expect(await told(AGREED)).toMatchObject({ healthy: true });
  const uncompared = [{ engine: 'team', collections: ['wiki'], reason: 'It hangs.' }];
  expect(await told({ ...AGREED, uncompared })).toMatchObject({ healthy: false });
});
