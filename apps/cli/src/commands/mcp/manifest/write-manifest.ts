import { createDialects, describeTools } from '@tributary/mcp';
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { configurationFile, variablesNotHandedOn } from '../../../connection/handed-on.js';
import { handedOnFolder } from '../../../connection/handed-on-folder.js';
import { readConfiguration } from '../../../connection/read-configuration.js';
import type { CommandContext } from '../../../program/command-context.js';
import { VERSION } from '../../../program/version.js';
import { secretsIn, variablesOf, variablesTold } from '../install/dialect-environment.js';
import { serverCommand, type Program } from '../install/server-entry.js';
import { ENTRY_POINT, bundleManifest } from './bundle-manifest.js';
import { zip } from './zip.js';

export interface ManifestOptions {
  readonly dialect?: readonly string[];
  readonly output?: string;
}

/** Prints the manifest of a bundle for Claude Desktop, or writes it to a file; a file that ends with `.mcpb` becomes the bundle itself. */
export async function writeManifest(
  context: CommandContext,
  { dialect: dialects = ['native'], output }: ManifestOptions,
  program: Program,
): Promise<void> {
  const { connection, terminal } = context;
  // Which tools there are may depend on the configuration; a config.json is the user’s, who may have none yet.
  const configuration = await readConfiguration({ ...connection, dialects });
  const tools = describeTools(createDialects(configuration.dialects).choose(dialects.join(',')));
  const { url, token } = connection;
  const config = configurationFile(connection);
  const variables = variablesOf(dialects, connection.env);
  const wish =
    url === undefined
      ? { dialects, variables, data: await handedOnFolder({ ...connection, dialects }), config }
      : { dialects, variables, url, token };
  const asksForConfig = dialects.includes('notes') && config === undefined && url === undefined;
  const lost = url === undefined ? variablesNotHandedOn(connection) : undefined;
  const server = serverCommand(wish, program);
  const secrets = secretsIn(server.env);
  const others = Object.fromEntries(Object.entries(variables).filter(([name]) => !secrets.includes(name)));
  const asked = secrets.length === 0 ? undefined : `Asked for by the client, and not in the manifest: ${secrets.join(', ')}.`;
  for (const told of [variablesTold(others, server), asked, lost]) if (told !== undefined) terminal.remark(told);
  const manifest = bundleManifest({ dialects, tools, version: VERSION, asksForConfig, ...server });
  const text = `${JSON.stringify(manifest, undefined, 2)}\n`;
  if (output === undefined) {
    terminal.write(text);
    return;
  }
  const path = resolve(output);
  await writeFile(path, path.endsWith('.mcpb') ? zip({ 'manifest.json': text, [ENTRY_POINT]: launcher(server) }) : text);
  terminal.print(`Written to ${path}.${path.endsWith('.mcpb') ? ' Open it with Claude Desktop: Settings, Extensions, Install.' : ''}`);
}

/** What a client runs that takes the entry point instead of the command: the same server. */
function launcher({ command, args }: { readonly command: string; readonly args: readonly string[] }): string {
  return [
    "import { spawn } from 'node:child_process';",
    `const child = spawn(${JSON.stringify(command)}, [...${JSON.stringify(args)}, ...process.argv.slice(2)], { stdio: 'inherit' });`,
    "child.on('exit', (code) => process.exit(code ?? 1));",
    '',
  ].join('\n');
}
