import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { FetchAnswer, SearchAnswer } from '@tributary/contracts';
import { countTokens } from '@tributary/kernel';
import { MemoryOperations } from '@tributary/testing';
import { expect, it } from 'vitest';
import { connectInProcess } from '../clients/in-process.fixture.js';

const put = (operations: MemoryOperations, document: { id: string; content: string; metadata?: Record<string, string> }) =>
  operations.ingestDocuments([{ v: 1, collection: 'big', ...document }]);

async function call(
  operations: MemoryOperations,
  { name, maxAnswerTokens = 2_000, ...args }: { name: string; maxAnswerTokens?: number } & Record<string, unknown>,
) {
  const client = await connectInProcess(operations, { maxAnswerTokens });
  const result = await client.callTool({ name, arguments: args });
  return { result: CallToolResultSchema.parse(result), tokens: countTokens(JSON.stringify(result)) };
}

it('gives fewer hits and a cursor that goes on behind them', async () => {
  const operations = new MemoryOperations();
  for (let n = 0; n < 20; n += 1) await put(operations, { id: `d${n.toString()}`, content: `backup ${'word '.repeat(150)}` });
  const { result, tokens } = await call(operations, { name: 'search', query: 'backup', limit: 20 });
  const answer = SearchAnswer.parse(result.structuredContent);
  expect(tokens).toBeLessThanOrEqual(2_000);
  expect(answer.hits.length).toBeGreaterThan(0);
  expect(answer.cursor).toBe(answer.hits.length.toString());
});

it('says of a budget that is larger than any answer what it counts as', async () => {
  const operations = new MemoryOperations();
  await put(operations, { id: 'd', content: 'backup' });
  const notes = async (tokenBudget: number) => {
    const { result } = await call(operations, { name: 'search', query: 'backup', token_budget: tokenBudget });
    return SearchAnswer.parse(result.structuredContent).notes;
  };
  expect(await notes(800)).toEqual([]);
  expect(await notes(100_000)).toEqual(['An answer over MCP has room for 800 tokens of text: token_budget counts as that.']);
});

it('leaves out whole hits when their metadata is what is long, and says so instead of giving a cursor that would skip them', async () => {
  const operations = new MemoryOperations();
  for (let n = 0; n < 20; n += 1)
    await put(operations, { id: `d${n.toString()}`, content: 'backup', metadata: { note: 'x'.repeat(1_000) } });
  const { result, tokens } = await call(operations, { name: 'search', query: 'backup', limit: 15 });
  const answer = SearchAnswer.parse(result.structuredContent);
  expect(tokens).toBeLessThanOrEqual(2_000);
  expect(answer.notes.at(-1)).toBe(
    `${(15 - answer.hits.length).toString()} more hits are left out to keep the answer short: search again with limit ${answer.hits.length.toString()}, then go on with its cursor.`,
  );
  expect(answer.cursor).toBeUndefined();
});

it('cuts a single hit that is too long by itself, metadata first', async () => {
  const operations = new MemoryOperations();
  await put(operations, { id: 'd', content: `backup ${'word '.repeat(20_000)}`, metadata: { note: 'x'.repeat(100_000) } });
  const { result, tokens } = await call(operations, { name: 'search', query: 'backup' });
  const [hit] = SearchAnswer.parse(result.structuredContent).hits;
  expect(tokens).toBeLessThanOrEqual(2_000);
  expect(tokens).toBeGreaterThan(1_900);
  expect(hit?.metadata).toEqual({});
});

it('cuts a fetched document and says where to go on', async () => {
  const operations = new MemoryOperations();
  const lines = Array.from({ length: 2_000 }, (_, n) => `line ${(n + 1).toString()} "quoted" \\ text`);
  await put(operations, { id: 'd', content: lines.join('\n') });
  const { result, tokens } = await call(operations, { name: 'fetch', uri: 'tributary://big/d#0' });
  const answer = FetchAnswer.parse(result.structuredContent);
  expect(tokens).toBeLessThanOrEqual(2_000);
  expect(answer.truncated).toBe(true);
  const last = answer.range?.end[0] ?? 0;
  expect(answer.content.split('\n')).toHaveLength(last);
  expect(JSON.stringify(result.content)).toContain(`fetch tributary://big/d with start_line ${last.toString()}.`);
});

it('keeps a list of thousands of collections within the size', async () => {
  const operations = new MemoryOperations();
  for (let n = 0; n < 3_000; n += 1) await operations.ingestDocuments([{ v: 1, collection: `c${n.toString()}`, id: 'a', content: 'text' }]);
  const listed = await call(operations, { name: 'list_collections', maxAnswerTokens: 20_000 });
  expect(listed.tokens).toBeLessThanOrEqual(20_000);
  expect(JSON.stringify(listed.result.content)).toMatch(/And \d+ more: search them by name or pattern\./);
  expect((await call(operations, { name: 'status', maxAnswerTokens: 20_000 })).tokens).toBeLessThanOrEqual(20_000);
  expect((await call(operations, { name: 'search', query: 'text', maxAnswerTokens: 20_000 })).tokens).toBeLessThanOrEqual(20_000);
});
