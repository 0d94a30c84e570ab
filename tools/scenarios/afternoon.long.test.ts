import { fileURLToPath } from 'node:url';
import { sampleModel, startOpenAiServer } from '@tributary/testing';
import { expect, it } from 'vitest';
import { percentile } from '../bench/figure.ts';
import { phaseTable, unexpectedFailures, writeAfternoon } from './afternoon/report.ts';
import { playAfternoon } from './afternoon/script.ts';
import { Deployment } from './deployment/deployment.ts';
import { openLocalPlace, whyNotHere } from './places/local-place.ts';

/** How long it lasts; `TRIBUTARY_TEST_AFTERNOON_MINUTES` gives another length. */
const MINUTES = Number(process.env['TRIBUTARY_TEST_AFTERNOON_MINUTES'] ?? 20);
/** Page and plots go to docs/ where that is asked for, else they are left beside what tests cache. */
const IS_KEPT = process.env['TRIBUTARY_TEST_WRITE'] === '1';
const FOLDER = fileURLToPath(new URL(IS_KEPT ? '../../docs/' : '../../node_modules/.cache/tributary/', import.meta.url));
const MODEL_MS = 40;
/** A search is given two seconds; one that is late says so. This much more is the way there and back on a busy machine. */
const MOST_MS = 3000;

it(
  'searches are answered in time and nothing is lost while the deployment is scaled, replaced, killed and restarted under a bulk ingest',
  { timeout: (MINUTES + 45) * 60_000 },
  async (context) => {
    const missing = whyNotHere('embedded');
    if (missing !== undefined) return context.skip(missing);
    await using server = await startOpenAiServer({ model: sampleModel({ delayMs: MODEL_MS }) });
    const model = { type: 'openai', url: `${server.url}/v1`, model: 'sample', batch_size: 64 };
    const env = { TRIBUTARY_QUEUES__EMBED_CHUNKS_CONCURRENCY: '8', TRIBUTARY_EMBEDDING_CACHE__STORE: 'off' };
    const place = await openLocalPlace({ store: 'embedded', model, env });
    const deployment = await Deployment.start(place, { 'mcp-gateway': 2, 'search-federation': 2, 'ingest-worker': 2 });
    try {
      const afternoon = await playAfternoon(deployment, MINUTES);
      console.log(phaseTable(afternoon));
      writeAfternoon(afternoon, { minutes: MINUTES, folder: FOLDER });
      console.log(`The page and its plots are in ${FOLDER}`);
      for (const phase of afternoon.phases) {
        expect({ phase: phase.name, failures: unexpectedFailures(phase).slice(0, 3) }).toEqual({ phase: phase.name, failures: [] });
        expect(
          percentile(
            phase.searches.map(({ ms }) => ms),
            0.95,
          ),
        ).toBeLessThan(MOST_MS);
      }
    } finally {
      await deployment.remove();
    }
  },
);
