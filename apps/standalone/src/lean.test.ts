import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HttpConnection, HttpOperations } from '@tributary/api-client';
import { SearchRequest, localOwner } from '@tributary/contracts';
import { startApp, temporaryFolder } from '@tributary/testing';
import { expect, it } from 'vitest';

const REPORTER = new URL('fixtures/report-loads.mjs', import.meta.url).href;
const context = () => ({ principal: localOwner, signal: AbortSignal.timeout(30_000) });

it('never loads a Redis client, and MCP and YAML only when they are needed', { timeout: 60_000 }, async () => {
  await using folder = await temporaryFolder();
  const config = join(folder.path, 'tributary.yaml');
  await writeFile(config, 'log:\n  level: info\n');
  const nodeArgs = ['--import', REPORTER];
  const start = (...args: string[]) =>
    startApp('standalone', { nodeArgs, args: ['--data', join(folder.path, 'data'), '--port', '0', ...args] });

  const plain = start();
  const operations = new HttpOperations(new HttpConnection({ url: await plain.ready() }));
  await operations.store({ text: 'The lamp is lit at dusk.', collection: 'memory' }, context());
  await operations.search(SearchRequest.parse({ query: 'lamp' }), context());
  expect((await plain.end('SIGTERM')).output).not.toContain('LOADED');

  const asked = start('--config', config);
  await fetch(new URL('/mcp', await asked.ready()), { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } });
  const { output } = await asked.end('SIGTERM');
  expect(output).toContain('LOADED yaml');
  expect(output).toContain('LOADED @modelcontextprotocol/server');
  expect(output).not.toMatch(/LOADED (?:bullmq|ioredis)/);
});
