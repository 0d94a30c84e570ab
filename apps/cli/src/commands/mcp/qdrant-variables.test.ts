import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { eventually, findModelFolder, findQdrant, startQdrantServer, temporaryFolder } from '@tributary/testing';
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { MAIN, tributary } from '../../running/tributary.fixture.js';

const supply = findQdrant();
const model = findModelFolder();
const VECTOR = 'fast-all-minilm-l6-v2';
const MARK = randomUUID().slice(0, 8);
const [MEMORIES, THEIRS] = [`test-${MARK}-memories`, `test-${MARK}-theirs`];
const COMMAND = ['--disable-warning=ExperimentalWarning', MAIN];

const Result = z.object({ content: z.array(z.object({ text: z.string() })), isError: z.boolean().optional() });

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let qdrant: { readonly url: string; remove(): Promise<void> } | undefined;
beforeAll(async () => {
  folder = await temporaryFolder();
  if (supply.kind === 'url') qdrant = { url: supply.url, remove: () => Promise.resolve() };
  if (supply.kind === 'program') qdrant = await startQdrantServer(supply.command);
});
afterAll(async () => {
  await qdrant?.remove();
  await folder.remove();
});

/** `tributary mcp --dialect qdrant` as a client starts it from its settings: the command, and variables. */
async function start(env: Readonly<Record<string, string>>) {
  const args = [...COMMAND, 'mcp', '--dialect', 'qdrant', '--data', join(folder.path, 'data')];
  const transport = new StdioClientTransport({ command: process.execPath, args, env: { ...env }, stderr: 'pipe' });
  const said: string[] = [];
  transport.stderr?.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  const client = new Client({ name: 'test', version: '0' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(transport);
  const call = async (name: string, input: Record<string, unknown>) => {
    const { content, isError = false } = Result.parse(await client.callTool({ name, arguments: input }));
    return { texts: content.map(({ text }) => text), isError };
  };
  return { client, call, stderr: () => said.join(''), [Symbol.asyncDispose]: () => client.close() };
}

async function ask(path: string, init: { readonly method?: string; readonly body?: unknown } = {}): Promise<unknown> {
  const { body, method = 'GET' } = init;
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(new URL(path, qdrant?.url), {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(response.ok).toBe(true);
  return response.json();
}

const Points = z.object({ result: z.array(z.object({ vector: z.record(z.string(), z.unknown()) })) });

/** What mcp-server-qdrant would have written into a collection of its own, by the same model. */
async function writeAsTheirs(id: string): Promise<{ readonly id: string }> {
  const [point] = Points.parse(
    await ask(`/collections/${MEMORIES}__g1/points`, { method: 'POST', body: { ids: [id], with_vector: true } }),
  ).result;
  const vectors = { [VECTOR]: { size: 384, distance: 'Cosine' } };
  await ask(`/collections/${THEIRS}`, { method: 'PUT', body: { vectors } });
  const theirs = {
    id: '5c56c793-69f3-4fbf-87e6-c4bf54c28c26',
    vector: { [VECTOR]: point?.vector[VECTOR] },
    payload: { document: 'The boiler is serviced every autumn.', metadata: { room: 'Keller' } },
  };
  await ask(`/collections/${THEIRS}/points?wait=true`, { method: 'PUT', body: { points: [theirs] } });
  return theirs;
}

/** Merely found, their collection is only read; adopted, it is written as its maker writes it. */
async function storeOnceAdopted(server: Awaited<ReturnType<typeof start>>): Promise<void> {
  const memory = { information: 'The chimney is swept in spring.', collection_name: THEIRS, metadata: { room: 'roof' } };
  expect((await server.call('qdrant-store', memory)).texts[0]).toContain(
    'is only read until it is adopted: tributary adopt qdrant --collection',
  );
  const adopted = await tributary(['adopt', 'qdrant', '--collection', THEIRS, '--yes', '--data', join(folder.path, 'data')]);
  expect(adopted.code).toBe(0);
  const added = await server.call('qdrant-store', memory);
  const addedId = /\(point_id: (.{36})\)$/.exec(added.texts[0] ?? '')?.[1] ?? '';
  expect(await ask(`/collections/${THEIRS}/points/${addedId}`)).toMatchObject({
    result: { payload: { document: memory.information, metadata: { room: 'roof' } } },
  });
  const swept = await server.call('qdrant-find', { query: 'chimney swept', collections: [THEIRS] });
  expect(swept.texts[1]).toContain(`<entry><id>${addedId}</id>`);
}

describe('the variables of mcp-server-qdrant', { timeout: 60_000 }, () => {
  it('set up the same memory on the same Qdrant: stored with the name of its vector, found, read and deleted', async (context) => {
    if (qdrant === undefined) return context.skip(supply.kind === 'none' ? supply.reason : '');
    if (model.kind === 'none') return context.skip(model.reason);
    const variables = { QDRANT_URL: qdrant.url, EMBEDDING_PROVIDER: 'fastembed', EMBEDDING_MODEL: model.path };
    const more = { COLLECTION_NAME: MEMORIES, QDRANT_FIND_MODE: 'full', TOOL_FIND_DESCRIPTION: 'Look it up.' };
    await using server = await start({ ...variables, ...more });
    const { tools } = await server.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['qdrant-find', 'qdrant-store', 'qdrant-retrieve', 'qdrant-delete']);
    expect(tools[0]?.description).toBe('Look it up.');
    expect(server.stderr()).toContain(
      'Set up by the environment: QDRANT_URL, EMBEDDING_PROVIDER, EMBEDDING_MODEL, COLLECTION_NAME, QDRANT_FIND_MODE, TOOL_FIND_DESCRIPTION.',
    );
    const stored = await server.call('qdrant-store', { information: 'The boiler is serviced every autumn.', metadata: { room: 'cellar' } });
    const id = /\(point_id: (.{36})\)$/.exec(stored.texts[0] ?? '')?.[1] ?? '';
    expect(stored.texts).toEqual([`Remembered: The boiler is serviced every autumn. in collection ${MEMORIES} (point_id: ${id})`]);
    const found = await server.call('qdrant-find', { query: 'heating maintenance' });
    expect(found.texts[0]).toBe("Results for the query 'heating maintenance'");
    expect(found.texts[1]).toContain(`<entry><id>${id}</id><score>`);
    expect(found.texts[1]).toMatch(
      /<content>The boiler is serviced every autumn\.<\/content><metadata>.*"room":"cellar".*<\/metadata><\/entry>$/,
    );
    expect((await server.call('qdrant-retrieve', { point_id: id })).isError).toBe(false);

    const theirs = await writeAsTheirs(id);
    // Which model made its vectors is found out in the background.
    const reached = await eventually(async () => {
      const answer = await server.call('qdrant-find', { query: 'heating maintenance', collections: [THEIRS] });
      expect(answer.texts[1]).toMatch(/^<entry>/);
      return answer;
    });
    expect(reached.texts[1]).toMatch(
      new RegExp(`^<entry><id>${theirs.id}</id><score>.*</score><content>The boiler is serviced every autumn.</content>`),
    );
    expect(reached.texts[1]).toContain('"room":"Keller"');
    expect(reached.texts[1]).toContain(`"collection":"${THEIRS}"`);

    await storeOnceAdopted(server);
    expect((await server.call('qdrant-delete', { point_ids: [id] })).texts).toEqual([`Deleted 1 point from collection ${MEMORIES}.`]);
    expect((await server.call('qdrant-find', { query: 'boiler' })).texts).toEqual([]);

    await using attached = await start({ ...variables, RERANKER_URL: 'http://127.0.0.1:2' });
    await eventually(() => {
      expect(attached.stderr()).toContain('RERANKER_URL names a reranker, but the running server has none');
    });
    expect(attached.stderr()).not.toContain('has no such');
  });

  it('end the start with 78 and one sentence where they contradict each other', async () => {
    const env = { QDRANT_URL: 'http://127.0.0.1:6333', QDRANT_LOCAL_PATH: folder.path };
    const { code, stdout, stderr } = await tributary(['mcp', '--dialect', 'qdrant'], { env });
    expect({ code, stdout }).toEqual({ code: 78, stdout: '' });
    expect(stderr).toContain('QDRANT_LOCAL_PATH: given together with QDRANT_URL. Keep the one whose data you mean.\n');
  });

  it('keep an embedded store in QDRANT_LOCAL_PATH, read only where they say so', async () => {
    const path = join(folder.path, 'local');
    const env = { QDRANT_LOCAL_PATH: path, COLLECTION_NAME: 'memories', QDRANT_READ_ONLY: 'true' };
    const args = [...COMMAND, 'mcp', '--dialect', 'qdrant'];
    const client = new Client({ name: 'test', version: '0' });
    await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'pipe' }));
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['qdrant-find', 'qdrant-retrieve']);
    await client.close();
    expect(await readdir(path)).toContain('store');
  });
});
