import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { temporaryFolder } from '@tributary/testing';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../running/server.fixture.js';
import { MAIN, finish, startTributary } from '../../running/tributary.fixture.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.operations.ingestDocuments([
    { v: 1, collection: 'notes', id: 'a', title: 'Backups', content: 'The nightly backup runs at three.' },
  ]);
});
afterAll(() => server.stop());

it('serves an official client on the running server of the data folder: list tools, search, fetch', async () => {
  const client = new Client({ name: 'test', version: '0' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [MAIN, 'mcp', '--data', server.data], stderr: 'pipe' }));
  expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28');
  expect((await client.listTools()).tools).toHaveLength(7);
  const found = await client.callTool({ name: 'search', arguments: { query: 'nightly backup' } });
  expect(found.structuredContent).toMatchObject({ hits: [{ uri: 'tributary://notes/a#0' }] });
  const read = await client.callTool({ name: 'fetch', arguments: { uri: 'tributary://notes/a#0' } });
  expect(read.structuredContent).toMatchObject({ content: 'The nightly backup runs at three.' });
  await client.close();
});

it('ends with 2 and the dialects there are when one is named that is none', async () => {
  const { code, stdout, stderr } = await finish(startTributary(['mcp', '--dialect', 'nope', '--data', server.data]));
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^There is no dialect "nope". There are: native, /);
});

it('ends with 0 when its input ends, and in order when it is told to', async () => {
  const ended = startTributary(['mcp', '--data', server.data]);
  ended.stdin.end();
  expect(await finish(ended)).toMatchObject({ code: 0, stdout: '' });

  const told = startTributary(['mcp', '--data', server.data]);
  told.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })}\n`);
  told.stdout.once('data', () => told.kill('SIGTERM'));
  const { code } = await finish(told);
  expect(code).toBe(0);
});

it('says that it makes a data folder where none was, and says nothing of one that is there', async () => {
  await using folder = await temporaryFolder();
  const data = join(folder.path, 'moved');
  const said = async () => {
    const served = startTributary(['mcp', '--data', data]);
    served.stdin.end();
    return (await finish(served)).stderr;
  };
  expect(await said()).toBe(
    `There was no data folder ${data}: it is made now, and nothing is in it. Where your data lies elsewhere, name that folder with --data.\n`,
  );
  expect(await said()).toBe('');
});

it('ends in order when it is told to while it becomes the server of the data folder', async () => {
  await using folder = await temporaryFolder();
  const told = startTributary(['mcp', '--dialect', 'qdrant', '--data', folder.path], { COLLECTION_NAME: 'notes' });
  // Said before it looks who serves the folder.
  told.stderr.once('data', () => told.kill('SIGTERM'));
  expect(await finish(told)).toMatchObject({ code: 0, stderr: 'Set up by the environment: COLLECTION_NAME.\n' });
});
