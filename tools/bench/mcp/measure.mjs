// The same searches in turn in process, by MCP over HTTP in both eras, and over stdio; run on the built code. Prints milliseconds by way as JSON.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { startStandalone } from '@tributary/composition';
import { SearchRequest, localOwner } from '@tributary/contracts';
import { loadConfiguration, silentLogger } from '@tributary/platform';
import 'reflect-metadata';
import { measureStarts } from './start.mjs';

const ROUNDS = 5;
const WARM_UP = 10;
const QUERIES = [
  'how does a document that is being replaced stay whole',
  'what happens when an engine is away',
  'how are collections of other programs adopted',
  'which filter conditions are refused',
  'how is a hit scored across collections',
  'rotate the owner token of a server',
  'back pressure of the queues',
  'why is rank fusion not used between collections',
];

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'tributary-bench-mcp-'));
const context = { principal: localOwner, signal: new AbortController().signal };
try {
  const configuration = await loadConfiguration({
    environment: {},
    overrides: [
      { path: ['data', 'folder'], value: folder, flag: '--data' },
      { path: ['server', 'port'], value: 0, flag: '--port' },
    ],
  });
  const server = await startStandalone({ configuration, logger: silentLogger, folders: [join(root, 'docs')] });
  await server.operations.addSource({ location: join(root, 'docs'), collection: 'docs', wait_ms: 60_000 }, context);
  const http = (mode) => connect(mode, new StreamableHTTPClientTransport(new URL('/mcp', server.url)));
  const stdio = {
    command: process.execPath,
    args: [join(root, 'dist/programs/cli.js'), 'mcp', '--data', folder],
    stderr: /** @type {const} */ ('ignore'),
  };
  const clients = {
    'HTTP, 2026-07-28': await http({ pin: '2026-07-28' }),
    'HTTP, 2025-11-25': await http('legacy'),
    'stdio beside a server': await connect({ pin: '2026-07-28' }, new StdioClientTransport(stdio)),
  };
  const ways = {
    'in process': (query) => server.operations.search(SearchRequest.parse({ query }), context),
    ...Object.fromEntries(
      Object.entries(clients).map(([name, client]) => [name, (query) => client.callTool({ name: 'search', arguments: { query } })]),
    ),
  };
  const searches = await measure(ways);
  await clients['stdio beside a server'].close();
  const attached = await measureStarts(stdio, ROUNDS);
  await Promise.all(Object.values(clients).map((client) => client.close()));
  await server.close();
  const starts = { 'beside a server': attached, 'as the server of its data folder': await measureStarts(stdio, ROUNDS) };
  console.log(JSON.stringify({ searches, starts }));
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function connect(mode, transport) {
  const client = new Client({ name: 'bench', version: '0.0.0' }, { versionNegotiation: { mode } });
  await client.connect(transport);
  await client.listTools();
  return client;
}

/** Every way answers every query in each round, so that a busy moment falls on all of them. */
async function measure(ways) {
  /** @type {Record<string, number[]>} */
  const rounds = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
  for (let n = 0; n < WARM_UP; n += 1) for (const ask of Object.values(ways)) await ask(QUERIES[n % QUERIES.length]);
  for (let round = 0; round < ROUNDS; round += 1) {
    /** @type {Record<string, number[]>} */
    const times = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
    for (const query of QUERIES) {
      for (const [name, ask] of Object.entries(ways)) {
        const startedAt = performance.now();
        await ask(query);
        times[name]?.push(performance.now() - startedAt);
      }
    }
    for (const [name, values] of Object.entries(times)) rounds[name]?.push(median(values));
  }
  return rounds;
}

/** @param {readonly number[]} values */
function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
