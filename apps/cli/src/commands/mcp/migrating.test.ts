import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { matchesPattern } from '@tributary/contracts';
import { eventually, temporaryFolder } from '@tributary/testing';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readConfiguration } from '../../connection/read-configuration.js';
import { MAIN } from '../../running/tributary.fixture.js';

const PAGE = new URL('../../../../../docs/migrating.md', import.meta.url);
/** Where the page has its `tributary.yaml`. */
const PRINTED = '/home/me/tributary.yaml';

const Settings = z.object({ mcpServers: z.record(z.string(), z.object({ command: z.literal('tributary'), args: z.array(z.string()) })) });

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder.remove());

/** The line for the client as a section prints it, and its `tributary.yaml` written into a file that the line then names. */
async function printed(heading: string): Promise<{ readonly args: readonly string[]; readonly file: string }> {
  const section = (await readFile(PAGE, 'utf8')).split('\n## ').find((text) => text.startsWith(heading)) ?? '';
  const blockOf = (language: string) => section.split(`\`\`\`${language}\n`)[1]?.split('```')[0] ?? '';
  const file = join(folder.path, 'tributary.yaml');
  await writeFile(file, blockOf('yaml'));
  const [server] = Object.values(Settings.parse(JSON.parse(blockOf('json'))).mcpServers);
  return { args: (server?.args ?? []).map((arg) => (arg === PRINTED ? file : arg)), file };
}

/** Names of the tools, and what was said on standard error. */
async function toolsOf(args: readonly string[]) {
  const command = ['--disable-warning=ExperimentalWarning', MAIN, ...args];
  const transport = new StdioClientTransport({ command: process.execPath, args: command, env: { HOME: folder.path }, stderr: 'pipe' });
  const said: string[] = [];
  transport.stderr?.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  const client = new Client({ name: 'test', version: '0' });
  await client.connect(transport);
  const { tools } = await client.listTools();
  await client.close();
  return { names: tools.map(({ name }) => name), said: () => said.join('') };
}

describe('the lines that docs/migrating.md prints', { timeout: 30_000 }, () => {
  it('serve the collections of its tributary.yaml in the dialect ecosystem', async () => {
    const { names, said } = await toolsOf((await printed('From qdrant-mcp-ecosystem')).args);
    expect(names).toHaveLength(7);
    expect(names).toEqual(expect.arrayContaining(['qdrant_search_agent_kit', 'qdrant_store_ecosystem', 'qdrant_get_stats']));
    expect(said()).not.toContain('no alias');
  });

  it('search and verify, in the dialect nextcloud, what documents of the old server and a sync of notes lie in', async () => {
    const { args, file } = await printed('From the Nextcloud MCP server');
    expect(args).toContain(file);
    expect((await toolsOf(args)).names).toEqual(['nc_semantic_search']);
    const { nextcloud } = (await readConfiguration({ config: file, env: { HOME: folder.path } })).dialects;
    expect(nextcloud.userId).toBe('ada');
    for (const collection of ['nextcloud', 'nextcloud-ada-notes']) {
      const isCovered = (patterns: readonly string[] = []) => patterns.some((pattern) => matchesPattern(pattern, collection));
      expect({ collection, found: isCovered(nextcloud.collections), verified: isCovered(nextcloud.source?.collections) }).toEqual({
        collection,
        found: true,
        verified: true,
      });
    }
  });
});

it('says where collections are named when the dialect ecosystem is served without one', async () => {
  const { names, said } = await toolsOf(['mcp', '--dialect', 'ecosystem']);
  expect(names).toEqual(['qdrant_get_stats']);
  await eventually(() => {
    expect(said()).toContain('The dialect ecosystem has no alias, so it serves qdrant_get_stats alone.');
  });
});
