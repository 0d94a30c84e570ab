import { FetchAnswer } from '@tributary/contracts';
import { MemoryOperations } from '@tributary/testing';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { connectInProcess } from '../clients/in-process.fixture.js';
import type { Dialect } from '../dialects/dialect.js';
import { nativeDialect } from '../native/native-tools.js';

const LINES = Array.from({ length: 200 }, (_, n) => `Line ${(n + 1).toString()} of the log.`);
const URI = 'tributary://notes/log';
const other: Dialect = { name: 'other', tools: nativeDialect.tools.filter(({ name }) => name === 'fetch'), prompts: [] };
const readers: Dialect = { name: 'readers', tools: [], prompts: [] };

const Contents = z.object({ contents: z.tuple([z.object({ text: z.string(), _meta: z.object({ truncated: z.boolean() }) })]) });

async function connect(dialects?: readonly Dialect[]) {
  const operations = new MemoryOperations();
  await operations.ingestDocuments([
    { v: 1, collection: 'notes', id: 'log', content: LINES.join('\n') },
    { v: 1, collection: 'notes', id: 'short', content: 'A short note.' },
  ]);
  const client = await connectInProcess(operations, { maxAnswerTokens: 400, ...(dialects === undefined ? {} : { dialects }) });
  const read = async (uri: string) => Contents.parse(await client.readResource({ uri })).contents[0];
  return { client, read };
}

it('says in the text that it was cut and how to go on, which gives the rest', async () => {
  const { client, read } = await connect();
  const { text, _meta } = await read(URI);
  expect(_meta.truncated).toBe(true);
  const [, shown = '', end = ''] = /^([^]*)\n\n(\[Cut here\. [^]*\])$/.exec(text) ?? [];
  const last = shown.split('\n').length;
  expect(end).toBe(`[Cut here. The text goes on: fetch ${URI} with start_line ${last.toString()}.]`);
  const next = await client.callTool({ name: 'fetch', arguments: { uri: URI, start_line: last, end_line: last + 3 } });
  expect(JSON.stringify(next.content)).toContain(LINES.slice(last - 1, last + 3).at(-1));
});

it('gets to the end of one long line by the calls that it names', async () => {
  const operations = new MemoryOperations();
  const content = Array.from({ length: 12_000 }, (_, n) => `word${n.toString()}`).join(' ');
  await operations.ingestDocuments([{ v: 1, collection: 'notes', id: 'long', content }]);
  const client = await connectInProcess(operations, { maxAnswerTokens: 20_000 });
  const read = Contents.parse(await client.readResource({ uri: 'tributary://notes/long' })).contents[0].text;
  const parts = [read.slice(0, read.indexOf('\n\n[Cut here.'))];
  let named = /with start_line (\d+) and start_column (\d+)\.\]$/.exec(read);
  while (named !== null) {
    expect(parts.length).toBeLessThan(10);
    const args = { uri: 'tributary://notes/long', start_line: Number(named[1]), start_column: Number(named[2]) };
    const { content: blocks, structuredContent } = await client.callTool({ name: 'fetch', arguments: args });
    parts.push(FetchAnswer.parse(structuredContent).content);
    named = /The text goes on: fetch \S+ with start_line (\d+) and start_column (\d+)\./.exec(JSON.stringify(blocks));
  }
  expect(parts.length).toBeGreaterThan(2);
  expect(parts.join('')).toBe(content);
});

it('says nothing of the kind of a text that is whole', async () => {
  expect(await (await connect()).read('tributary://notes/short')).toMatchObject({ text: 'A short note.', _meta: { truncated: false } });
});

it('names the tool as it is served, and where there is none the passages', async () => {
  expect((await (await connect([other, nativeDialect])).read(URI)).text).toMatch(
    /The text goes on: native_fetch tributary:\/\/notes\/log with/,
  );
  expect((await (await connect([readers])).read(URI)).text).toMatch(
    /The text goes on: its passages are resources of their own, tributary:\/\/notes\/log#0 to #0\.\]$/,
  );
});
