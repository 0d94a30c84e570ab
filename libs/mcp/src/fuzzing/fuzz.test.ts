import { SeededRandom, testSeed } from '@tributary/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDialects } from '../dialects/create-dialects.js';
import { FUZZED_TOKENS, fuzz } from './fuzz.fixture.js';
import { startFuzzedServer } from './fuzzed-server.fixture.js';
import { makeTenants } from './tenants.fixture.js';

const CALLS = process.env['TRIBUTARY_TEST_LONG'] === '1' ? 1_000 : 100;

const dialects = createDialects({
  ecosystem: { collections: { notes: { collection: 'notes', description: 'Notes', model: 'static' } } },
});
const random = new SeededRandom(testSeed(process.env['TRIBUTARY_TEST_SEED']));
const tenants = makeTenants(random);

/** Calls whose answer carried the caller’s own secret. */
let sightings = 0;
let server: Awaited<ReturnType<typeof startFuzzedServer>>;
beforeAll(async () => {
  server = await startFuzzedServer({ dialects, tenants, maxAnswerTokens: FUZZED_TOKENS });
});
afterAll(() => server.stop());

describe.each([...dialects.names(), dialects.names().join(',')])('fuzzed, the tools of %s', (list) => {
  it(
    'answer by their schema or refuse in the shape of an error, and show nobody what is another’s',
    async () => {
      const report = await fuzz({ server, tenants, dialects: list, random, calls: CALLS });
      console.log(
        `fuzzed ${list}: ${report.answered.toString()} answered, ${report.refused.toString()} refused, ${report.sightings.toString()} with the caller’s own secret; answered at least once: ${[...report.toolsAnswered].join(', ')}`,
      );
      sightings += report.sightings;
      expect(report.faults).toEqual([]);
      expect(server.reported).toEqual([]);
    },
    CALLS * 100,
  );
});

it('had something to show nobody else', () => {
  expect(sightings).toBeGreaterThan(CALLS / 10);
});
