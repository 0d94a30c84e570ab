import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { startStandalone } from '@tributary/composition';
import { AppPasswords } from '@tributary/sources-nextcloud';
import { localOwner } from '@tributary/contracts';
import { loadConfiguration, silentLogger } from '@tributary/platform';
import { eventually, temporaryFolder } from '@tributary/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

const Answer = z.object({
  results: z.array(z.object({ id: z.string(), title: z.string(), excerpt: z.string(), score: z.number() })),
  total_found: z.number(),
  dropped: z.number().optional(),
});

const NOTES: readonly (readonly [id: string, title: string, content: string])[] = [
  ['budget', 'Q1 Budget', 'Travel 4,000; hardware 9,000; training 2,500; the rest is kept back.'],
  ['meeting', 'Finance meeting', 'The Q1 budget was late. The budget of Q1 is a budget, said Tom, and Q1 a quarter: budget Q1, Q1 budget.'],
  ['objectives', 'Plans', 'Our objectives and targets for the coming three months: hire two people, double the revenue.'],
  ['train', 'Timetable', 'The next train leaves at half past nine, the next bus at ten.'],
  ['cluster', 'Cluster', 'Kubernetes runs the services of the house on three small machines.'],
  ['interfaces', 'Interfaces', 'An API, and what an API is.'],
  [
    'reference',
    'Endpoint reference',
    'Each API endpoint of the house and its rooms: the gate of the garden, the lamp in the yard, the bell.',
  ],
  ['old', 'API endpoints', 'Cancelled: Tom brought butter, sugar, four eggs, cinnamon and a lot of patience to the kitchen in the cellar.'],
  ['party', 'Party', 'Anna talked of API endpoints all night, while we ate lasagne, salad, olives and figs and danced in the kitchen.'],
  ['cake', 'Cake', 'Butter, sugar, four eggs and an hour of patience.'],
];

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let server: Awaited<ReturnType<typeof startStandalone>>;
let guest: Client;
let cloud: Server;
/** What Nextcloud was asked, and as whom. */
const asked: { readonly path: string | undefined; readonly authorization: string | undefined }[] = [];

/** Answers the Notes API for one user, who may read note 101 alone. */
async function startNotesApi(): Promise<string> {
  cloud = createServer((request, response) => {
    asked.push({ path: request.url, authorization: request.headers.authorization });
    const mayRead = request.url?.startsWith('/index.php/apps/notes/api/v1/notes/101?') === true;
    response.writeHead(mayRead ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(mayRead ? { id: 101 } : {}));
  });
  await new Promise<void>((resolve) => cloud.listen(0, '127.0.0.1', resolve));
  // A server that listens on TCP has such an address.
  return `http://127.0.0.1:${(cloud.address() as AddressInfo).port.toString()}`;
}

beforeAll(async () => {
  folder = await temporaryFolder();
  const source = { url: await startNotesApi(), collections: ['cloud'] };
  await new AppPasswords(folder.path).put('ada', { login: 'ada', password: 'app-password' });
  const configuration = await loadConfiguration({
    environment: {},
    overrides: [
      { path: ['data', 'folder'], value: folder.path, flag: '--data' },
      { path: ['server', 'port'], value: 0, flag: '--port' },
      { path: ['dialects', 'nextcloud'], value: { userId: 'ada', source }, flag: 'dialects.nextcloud' },
    ],
  });
  server = await startStandalone({ configuration, logger: silentLogger });
  const context = { principal: localOwner, signal: AbortSignal.timeout(30_000) };
  const note = (id: string, title: string, content: string) => ({
    v: 1 as const,
    collection: 'nextcloud',
    id,
    title,
    content,
    type: 'note' as const,
  });
  await server.operations.ingestDocuments(
    [
      ...NOTES.map((one) => ({ ...note(...one), user_id: 'ada' })),
      { ...note('other', 'Q1 Budget of Bob', 'CANARY-BOB has API endpoints, goals for next quarter and Kubernetes.'), user_id: 'bob' },
      ...['101', '7102931'].map((id) => ({ ...note(id, `Zebra ${id}`, 'Stripes of a zebra.'), collection: 'cloud', user_id: 'ada' })),
      note('common', 'Q1 Budget of all', 'CANARY-ALL has API endpoints, goals for next quarter and Kubernetes.'),
    ],
    context,
  );
  await eventually(async () => {
    const listed = await server.operations.listCollections(context);
    const ready = listed.map(({ name, status, documents }) => [name, status, documents]);
    expect(ready).toEqual([
      ['cloud', 'ready', 2],
      ['nextcloud', 'ready', NOTES.length + 2],
    ]);
  });
  guest = new Client({ name: 'test', version: '0' });
  await guest.connect(new StreamableHTTPClientTransport(new URL('/mcp/nextcloud', server.url)));
});
afterAll(async () => {
  await guest.close();
  await server.close();
  cloud.closeAllConnections();
  await new Promise((resolve) => cloud.close(resolve));
  await folder.remove();
});

const ALGORITHMS = ['semantic', 'keyword', 'fuzzy', 'hybrid'] as const;

async function search(args: Record<string, unknown>) {
  return Answer.parse((await guest.callTool({ name: 'nc_semantic_search', arguments: args })).structuredContent);
}

describe('nc_semantic_search over a real server', () => {
  // The last column is what the semantic lane must reach: the shipped model gives short questions lower cosines than 0.7.
  it.each([
    ['Q1 Budget', 'budget', 'keyword', '002-24', 0.1],
    ['goals for next quarter', 'objectives', 'semantic', '002-25', 0.1],
    ['kuberntes', 'cluster', 'fuzzy', '002-26', 0.7],
    ['API endpoints', 'reference', 'hybrid', '002-27', 0.4],
  ] as const)(
    '%s is won by the note %s with %s, and by no other single algorithm [%s]',
    async (...[query, wanted, winner, , threshold]) => {
      const first = new Map<string, string | undefined>();
      for (const algorithm of ALGORITHMS) {
        const { results } = await search({ query, algorithm, score_threshold: threshold });
        first.set(algorithm, results[0]?.id);
      }
      expect(first.get(winner)).toBe(wanted);
      const others = ALGORITHMS.filter((algorithm) => algorithm !== winner && algorithm !== 'hybrid');
      expect(others.map((algorithm) => first.get(algorithm))).not.toContain(wanted);
    },
  );

  it.each(ALGORITHMS)('shows the documents of the configured user and not a byte of others, by %s [002-29]', async (algorithm) => {
    const args = {
      query: 'Q1 Budget, API endpoints, goals for next quarter, Kubernetes, canary',
      limit: 100,
      score_threshold: -1,
      algorithm,
    };
    const whole = JSON.stringify(await guest.callTool({ name: 'nc_semantic_search', arguments: args }));
    expect(whole).toContain('Q1 Budget');
    expect(whole).not.toMatch(/CANARY|Bob/);
  });

  it('asks Nextcloud with the stored app password, and leaves out and counts what it does not confirm', async () => {
    const answer = await search({ query: 'zebra stripes', algorithm: 'keyword' });
    expect(answer).toMatchObject({ results: [{ id: '101' }], total_found: 1, dropped: 1 });
    expect(JSON.stringify(answer)).not.toContain('7102931');
    const basic = `Basic ${Buffer.from('ada:app-password').toString('base64')}`;
    expect(new Set(asked.map(({ authorization }) => authorization))).toEqual(new Set([basic]));
  });
});
