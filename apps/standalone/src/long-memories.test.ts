import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { startStandalone } from '@tributary/composition';
import { localOwner, type DocumentInput } from '@tributary/contracts';
import { createDialects, createMcpServer } from '@tributary/mcp';
import { loadConfiguration, silentLogger } from '@tributary/platform';
import { eventually, temporaryFolder } from '@tributary/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

const LONG = Array.from(
  { length: 40 },
  (_, n) =>
    `## Harbour ${n.toString()}\n\nThe ferry to harbour ${n.toString()} leaves at low tide. ${`Its crew of ${n.toString()} rests there. `.repeat(40)}`,
).join('\n\n');
const SHORT = Array.from({ length: 3 }, (_, n) => `The ferry number ${n.toString()} is painted green.`);

/** Four mails on several things each, in one mailbox. */
const MAILS = Array.from({ length: 4 }, (_, n) => ({
  subject: `Mail ${n.toString()}`,
  moment: `2026-01-0${(n + 1).toString()}T08:00:00Z`,
}));
const MAIL_LINES = 12;
const MAILBOX: DocumentInput = {
  v: 1,
  collection: 'mails',
  id: 'mailbox',
  path: 'box.mbox',
  content: MAILS.map(({ subject }) =>
    Array.from(
      { length: MAIL_LINES / 2 },
      (_, n) => `${subject}: the ferry to pier ${n.toString()} is late. ${`Nobody told the ${subject} crew. `.repeat(40)}\n`,
    ).join('\n'),
  ).join('\n'),
  metadata: { format: 'mbox' },
  sections: MAILS.map(({ subject: section, moment }, n) => ({ line: n * MAIL_LINES + 1, section, moment })),
};
/** The same as one document whose parts were written on several days. */
const DIARY: DocumentInput = { ...MAILBOX, collection: 'diary', path: 'diary.md', metadata: {} };

const Result = z.object({ content: z.array(z.object({ text: z.string() })) });

const context = () => ({ principal: localOwner, signal: AbortSignal.timeout(30_000) });

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let server: Awaited<ReturnType<typeof startStandalone>>;
beforeAll(async () => {
  folder = await temporaryFolder();
  const configuration = await loadConfiguration({
    environment: {},
    overrides: [
      { path: ['data', 'folder'], value: folder.path, flag: '--data' },
      { path: ['server', 'port'], value: 0, flag: '--port' },
    ],
  });
  server = await startStandalone({ configuration, logger: silentLogger });
  const long: DocumentInput = { v: 1, collection: 'memories', id: 'long', content: LONG };
  const short = SHORT.map((content, n): DocumentInput => ({ v: 1, collection: 'memories', id: `short-${n.toString()}`, content }));
  await server.operations.ingestDocuments([long, ...short, { ...long, collection: 'alone' }, MAILBOX, DIARY], context());
  await eventually(async () => {
    const listed = await server.operations.listCollections(context());
    expect(listed.map(({ status, documents }) => [status, documents])).toEqual([
      ['ready', 1],
      ['ready', 1],
      ['ready', 1],
      ['ready', 4],
    ]);
  });
});
afterAll(async () => {
  await server.close();
  await folder.remove();
});

/** The texts that a tool answers. */
async function answered(dialect: string, name: string, args: Record<string, unknown>): Promise<readonly string[]> {
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  const dialects = createDialects({}).choose(dialect);
  const maxAnswerTokens = 200_000;
  await createMcpServer({ operations: server.operations, principal: localOwner, version: '0', dialects, maxAnswerTokens }).connect(
    serverSide,
  );
  const client = new Client({ name: 'test', version: '0' });
  await client.connect(clientSide);
  const { content } = Result.parse(await client.callTool({ name, arguments: args }));
  await client.close();
  return content.map(({ text }) => text);
}

/** Addresses of what a tool finds, the best first. */
async function found(...call: Parameters<typeof answered>): Promise<readonly string[]> {
  return (await answered(...call)).flatMap((text) =>
    [...text.matchAll(/(?:"uri":"[^"]*\/|^)([a-z0-9-]+)(?:#\d+"| · )/g)].map(([, id = '']) => id),
  );
}

const [FIND, SEARCH, CODE] = [
  (args: object) => found('qdrant', 'qdrant-find', { query: 'ferry', mode: 'minimal', ...args }),
  (args: object) => found('qdrant-multi', 'search_collections', { query: 'ferry', ...args }),
  ({ collections: scope, ...args }: { readonly collections: readonly string[]; readonly limit?: number }) =>
    found('project-code', 'search_code', { query: 'ferry', scope, ...args }),
];

describe.each([
  ['qdrant-find', FIND],
  ['search_collections', SEARCH],
  ['search_code', CODE],
])('%s', (_, search) => {
  it('fills its limit from one long document', async () => {
    expect(await search({ collections: ['alone'], limit: 20 })).toHaveLength(20);
  });

  it('fills it from several, one of them long', async () => {
    expect(await search({ collections: ['memories'], limit: 20 })).toHaveLength(20);
  });
});

it('keeps every document in an answer that a long one would fill by itself', async () => {
  for (const search of [SEARCH, CODE]) {
    const hits = await search({ collections: ['memories'], limit: 5 });
    expect(hits.filter((id) => id === 'long')).toHaveLength(2);
    expect(new Set(hits).size).toBe(4);
    expect(new Set(await search({ collections: ['memories'], limit: 8 })).size).toBe(4);
  }
});

it('has of each mail of a mailbox as many passages as fill the limit, and no more', async () => {
  const texts = await answered('qdrant-multi', 'search_collections', { query: 'ferry', collections: ['mails'], limit: 12 });
  const mails = texts.flatMap((text) => [...text.matchAll(/"content":"Mail (\d)/g)].map(([, mail = '']) => mail));
  expect(mails.toSorted().join('')).toBe('000111222333');
});

it('search_knowledge_base shows a document whole whose parts were written on several days', async () => {
  const args = { query: 'ferry', collectionName: 'diary', contextMode: 'full_note' };
  const whole = (await answered('notes', 'search_knowledge_base', args)).join('\n');
  for (const { subject } of MAILS) expect(whole).toContain(`${subject}: the ferry to pier 5`);
  expect(whole).not.toContain('stale');
});

it('qdrant-find of several collections fills what it shows of them', async () => {
  expect(await FIND({ collections: ['alone', 'memories'], limit: 6 })).toHaveLength(12);
});
