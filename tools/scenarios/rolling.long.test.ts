import { describe, it } from 'vitest';
import { Deployment } from './deployment/deployment.ts';
import { expectNothingFailed, loadDuring } from './load/load-during.ts';
import { expectNothingLost } from './load/settled.ts';
import { openLocalPlace, whyNotHere } from './places/local-place.ts';

/** Times everything is replaced; `TRIBUTARY_TEST_ROLLING_ROUNDS` gives another. */
const ROUNDS = Number(process.env['TRIBUTARY_TEST_ROLLING_ROUNDS'] ?? 10);

describe.each(['embedded', 'servers'] as const)('a rolling restart of everything, again and again, over the store "%s"', (store) => {
  it('fails no job and no search', { timeout: 7_200_000 }, async (context) => {
    const missing = whyNotHere(store);
    if (missing !== undefined) return context.skip(missing);
    const deployment = await Deployment.start(await openLocalPlace({ store }), { embedder: 2, 'ingest-worker': 2 });
    try {
      for (let round = 1; round <= ROUNDS; round++) {
        const collection = `rolled-${round.toString()}`;
        const load = await loadDuring(deployment, { callers: 4, collection, run: () => deployment.replaceAll() });
        expectNothingFailed(deployment, load);
        await expectNothingLost(deployment);
      }
    } finally {
      await deployment.remove();
    }
  });
});
