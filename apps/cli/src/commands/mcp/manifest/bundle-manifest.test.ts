import { createDialects, describeTools } from '@tributary/mcp';
import { execFile } from 'node:child_process';
import { temporaryFolder } from '@tributary/testing';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { tributary } from '../../../running/tributary.fixture.js';
import { bundleManifest } from './bundle-manifest.js';
import { zip } from './zip.js';

/** What version 0.3 of the format takes, strict as its own checker is. */
const Manifest = z.strictObject({
  manifest_version: z.literal('0.3'),
  name: z.string(),
  display_name: z.string(),
  version: z.string().regex(/^\d+\.\d+\.\d+/),
  description: z.string(),
  author: z.strictObject({ name: z.string() }),
  license: z.string(),
  keywords: z.array(z.string()),
  server: z.strictObject({
    type: z.enum(['python', 'node', 'binary']),
    entry_point: z.string(),
    mcp_config: z.strictObject({ command: z.string(), args: z.array(z.string()), env: z.record(z.string(), z.string()) }),
  }),
  tools: z.array(z.strictObject({ name: z.string(), description: z.string() })),
  tools_generated: z.boolean(),
  user_config: z
    .record(
      z.string(),
      z.strictObject({
        type: z.enum(['string', 'number', 'boolean', 'directory', 'file']),
        title: z.string(),
        description: z.string(),
        required: z.boolean(),
      }),
    )
    .optional(),
  compatibility: z.strictObject({ platforms: z.array(z.enum(['darwin', 'win32', 'linux'])) }),
  _meta: z.record(z.string(), z.record(z.string(), z.unknown())),
});

function manifestOf(dialect: string, asksForConfig = false) {
  const tools = describeTools(createDialects({}).choose(dialect));
  return Manifest.parse(
    bundleManifest({
      dialects: [dialect],
      tools,
      version: '1.2.3',
      command: '/opt/node',
      args: ['main.js', 'mcp'],
      env: {},
      asksForConfig,
    }),
  );
}

describe('the manifest for Claude Desktop', () => {
  it('names the two tools of notes with descriptions and parameters [003-25]', () => {
    const { name, tools, server, user_config: asked, _meta: meta } = manifestOf('notes', true);
    expect(name).toBe('tributary-notes');
    expect(tools.map((tool) => tool.name)).toEqual(['list_knowledge_bases', 'search_knowledge_base']);
    expect(tools[1]?.description).toContain('full_note when user explicitly needs complete note');
    expect(tools[1]?.description).toMatch(
      / Parameters: query \(string, required\): .* collectionName \(string, required\): .* contextMode \(string, default "enhanced"\): .*\.$/,
    );
    expect(server.mcp_config.args.slice(-2)).toEqual(['--config', '${user_config.config}']);
    expect(asked?.['config']).toMatchObject({ type: 'file', required: true });
    expect(meta['com.microsoft.windows']?.['static_responses']).toMatchObject({
      'tools/list': { tools: [{}, { inputSchema: { required: ['query', 'collectionName'] } }] },
    });
  });

  it('names the native tools, and asks for nothing', () => {
    const { name, tools, user_config: asked } = manifestOf('native');
    expect({ name, asked }).toEqual({ name: 'tributary', asked: undefined });
    expect(tools.map((tool) => tool.name)).toContain('search');
  });
});

it('hands on the configuration that a variable names, and says which further variables will not act', async () => {
  await using folder = await temporaryFolder();
  const config = join(folder.path, 'set-up.yaml');
  await writeFile(config, 'server: { port: 7000 }\n');
  const env = { HOME: folder.path, TRIBUTARY_CONFIG: config, TRIBUTARY_SERVER__PORT: '7001' };
  const { stdout, stderr } = await tributary(['mcp', 'manifest', '--dialect', 'notes'], { env });
  const { server, user_config: asked } = Manifest.parse(JSON.parse(stdout));
  expect([server.mcp_config.args.slice(-2), asked]).toEqual([['--config', config], undefined]);
  expect(stderr).toBe(`Set here and not where it is started: TRIBUTARY_SERVER__PORT. Write it into ${config}.\n`);
});

it('packs files so that other programs unpack them', async () => {
  await using folder = await temporaryFolder();
  const archive = join(folder.path, 'a.mcpb');
  await writeFile(archive, zip({ 'manifest.json': '{"a": "ü"}', 'server/index.mjs': 'export {};\n' }));
  const script =
    'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print(z.namelist(), z.read("manifest.json").decode())';
  const { stdout } = await promisify(execFile)('python3', ['-c', script, archive], {
    env: { PYTHONIOENCODING: 'utf-8', PATH: '/usr/bin:/bin:/usr/local/bin' },
  });
  expect(stdout.trim()).toBe('[\'manifest.json\', \'server/index.mjs\'] {"a": "ü"}');
});
