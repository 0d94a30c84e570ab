import type { DescribedTool } from '@tributary/mcp';
import { secretsIn } from '../install/dialect-environment.js';

/** What a manifest is made of. */
export interface ManifestParts {
  readonly dialects: readonly string[];
  readonly tools: readonly DescribedTool[];
  readonly version: string;
  /** How the server is started. */
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** True where the user is asked for the `config.json` of the notes server. */
  readonly asksForConfig: boolean;
}

/** Path of the file in the bundle that starts the server. */
export const ENTRY_POINT = 'server/index.mjs';

/** The manifest of a bundle for Claude Desktop, MCPB manifest version 0.3 (https://github.com/anthropics/mcpb/blob/main/MANIFEST.md). Its list of tools takes
 *  names and descriptions only: parameters are told at the end of each description, and stand as schemas where the format keeps static answers. */
export function bundleManifest(parts: ManifestParts): Readonly<Record<string, unknown>> {
  const { dialects, tools, version, command, args, asksForConfig } = parts;
  const { env, asked } = withoutSecrets(parts.env);
  const userConfig = { ...(asksForConfig && { config: CONFIG_FILE }), ...asked };
  const isNative = dialects.length === 1 && dialects[0] === 'native';
  const config = asksForConfig ? ['--config', '${user_config.config}'] : [];
  return {
    manifest_version: '0.3',
    name: isNative ? 'tributary' : `tributary-${dialects.join('-')}`,
    display_name: isNative ? 'Tributary' : `Tributary (${dialects.join(', ')})`,
    version,
    description: 'One search over every collection an assistant can reach.',
    author: { name: 'Tributary' },
    license: 'Apache-2.0',
    keywords: ['search', 'notes', 'documents', 'code'],
    server: { type: 'node', entry_point: ENTRY_POINT, mcp_config: { command, args: [...args, ...config], env } },
    tools: tools.map((tool) => ({ name: tool.name, description: `${tool.description}${parametersOf(tool)}` })),
    tools_generated: false,
    ...(Object.keys(userConfig).length > 0 && { user_config: userConfig }),
    compatibility: { platforms: ['darwin', 'linux'] },
    _meta: { 'com.microsoft.windows': { static_responses: { 'tools/list': { tools } } } },
  };
}

/** Manifests are handed on: who installs one is asked for its secrets, which his client keeps. */
function withoutSecrets(variables: ManifestParts['env']) {
  const secrets = secretsIn(variables);
  const keyOf = (name: string) => name.toLowerCase();
  return {
    env: { ...variables, ...Object.fromEntries(secrets.map((name) => [name, `\${user_config.${keyOf(name)}}`])) },
    asked: Object.fromEntries(
      secrets.map((name) => [
        keyOf(name),
        { type: 'string', title: name, description: `The variable ${name} of the server.`, sensitive: true, required: true },
      ]),
    ),
  };
}

const CONFIG_FILE = {
  type: 'file',
  title: 'config.json',
  description: 'The config.json of the notes server: chromadb_path, and if you like embedding_model and max_results.',
  required: true,
};

interface Property {
  readonly type?: unknown;
  readonly description?: unknown;
  readonly default?: unknown;
}

/** ` Parameters: query (string, required): what to look for. …` */
function parametersOf({ inputSchema }: DescribedTool): string {
  const { properties, required } = inputSchema;
  if (typeof properties !== 'object' || properties === null) return '';
  const wanted: readonly unknown[] = Array.isArray(required) ? required : [];
  const told = Object.entries(properties).map(([name, property]: [string, Property]) => parameter(name, property, wanted.includes(name)));
  return told.length === 0 ? '' : ` Parameters: ${told.join(' ')}`;
}

function parameter(name: string, { type, description, default: fallback }: Property, isRequired: boolean): string {
  const kind = typeof type === 'string' ? type : 'any';
  const use = isRequired ? 'required' : fallback === undefined ? 'optional' : `default ${JSON.stringify(fallback)}`;
  const about = typeof description === 'string' ? description.replace(/\.?$/, '.') : '';
  return `${name} (${kind}, ${use})${about === '' ? '.' : `: ${about}`}`;
}
