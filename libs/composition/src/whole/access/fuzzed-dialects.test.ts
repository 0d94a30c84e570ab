import { createDialects } from '@tributary/mcp';
import { fuzz, makeTenants, rawSender, rowsOf } from '@tributary/mcp/conformance';
import { SeededRandom, testSeed } from '@tributary/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openAccessBed, tokenOf, type AccessBed } from './access-bed.fixture.js';

/** Of a hundred, some three show the caller what is his own: with so few it happens that none does, and the test would have seen nothing. */
const CALLS = process.env['TRIBUTARY_TEST_LONG'] === '1' ? 2_000 : 400;
const SCOPES = ['search:read', 'documents:write'];

const random = new SeededRandom(testSeed(process.env['TRIBUTARY_TEST_SEED']));
const tenants = makeTenants(random);
const dialects = createDialects({}).names().join(',');

let bed: AccessBed;
beforeAll(async () => {
  const callers = Object.fromEntries(tenants.map(({ name }) => [name, { scopes: SCOPES, userId: name }]));
  bed = await openAccessBed(callers, [
    { path: ['access', 'limits'], value: { searchesPerSecond: 1_000, searchBurst: 10_000 }, flag: 'access.limits' },
  ]);
});
afterAll(() => bed.close());

it(
  'two users whose rows share the collections of a real server see nothing of each other, whatever tool is called with whatever arguments',
  async () => {
    // In one collection under keys of their own, so that nothing but the row itself says whose it is.
    const documents = tenants.flatMap(rowsOf).map((row) => ({ ...row, id: `${row.user_id}-${row.id}` }));
    const headersOf = ({ name }: { readonly name: string }) => ({ authorization: `Bearer ${tokenOf(name)}` });
    const server = {
      reported: [],
      send: rawSender({ url: bed.url, headersOf }),
      async reset() {
        const { status, text } = await bed.call(bed.owner, '/api/documents', { documents });
        expect(status, text).toBeLessThan(300);
      },
    };
    const report = await fuzz({ server, tenants, dialects, random, calls: CALLS, maxTokens: 20_000 });
    console.log(
      `fuzzed a server: ${report.answered.toString()} answered, ${report.refused.toString()} refused, ${report.sightings.toString()} with the caller’s own secret`,
    );
    expect(report.faults).toEqual([]);
    expect(report.sightings).toBeGreaterThan(0);
  },
  CALLS * 200,
);
