import { join } from 'node:path';

/** How a client starts a server, or where it finds one. */
export type ServerEntry =
  | { readonly command: string; readonly args: readonly string[]; readonly env: Readonly<Record<string, string>> }
  | { readonly url: string; readonly headers: Readonly<Record<string, string>> };

export type Scope = 'user' | 'project';

/** Where files of clients lie. */
export interface Places {
  readonly home: string;
  /** Where programs keep settings: `~/.config`, `~/Library/Application Support`, `%APPDATA%`. */
  readonly settings: string;
  /** `~/.config` on every system: for programs that use it everywhere. */
  readonly config: string;
  readonly project: string;
}

/** A program that speaks MCP, and how it is told of a server. */
export interface McpClient {
  readonly name: string;
  readonly title: string;
  /** The file of each scope it has. */
  readonly files: Partial<Readonly<Record<Scope, (places: Places) => string>>>;
  /** Key of the file under which servers stand by name. */
  readonly key: string;
  /** The entry as it wants it; undefined for a server at an address where it takes only commands. */
  toEntry(server: ServerEntry): Readonly<Record<string, unknown>> | undefined;
  /** What is to be done for it to take effect. */
  readonly then: string;
}

/** The clients whose files we know, by name. */
export const CLIENTS: readonly McpClient[] = [
  {
    name: 'claude-code',
    title: 'Claude Code',
    files: { user: ({ home }) => join(home, '.claude.json'), project: ({ project }) => join(project, '.mcp.json') },
    key: 'mcpServers',
    toEntry: (server) => typed(server),
    then: 'It is there in the next session of claude.',
  },
  {
    name: 'claude-desktop',
    title: 'Claude Desktop',
    files: { user: ({ settings }) => join(settings, 'Claude', 'claude_desktop_config.json') },
    key: 'mcpServers',
    toEntry: (server) => ('url' in server ? undefined : plain(server)),
    then: 'Quit Claude Desktop and start it again.',
  },
  {
    name: 'cursor',
    title: 'Cursor',
    files: { user: ({ home }) => join(home, '.cursor', 'mcp.json'), project: ({ project }) => join(project, '.cursor', 'mcp.json') },
    key: 'mcpServers',
    toEntry: (server) => plain(server),
    then: 'Cursor shows it under Settings, MCP.',
  },
  {
    name: 'vscode',
    title: 'VS Code',
    files: {
      user: ({ settings }) => join(settings, 'Code', 'User', 'mcp.json'),
      project: ({ project }) => join(project, '.vscode', 'mcp.json'),
    },
    key: 'servers',
    toEntry: (server) => typed(server),
    then: 'Run "MCP: List Servers" in VS Code to start it.',
  },
  {
    name: 'windsurf',
    title: 'Windsurf',
    files: { user: ({ home }) => join(home, '.codeium', 'windsurf', 'mcp_config.json') },
    key: 'mcpServers',
    toEntry: (server) => ('url' in server ? withUrlAs('serverUrl', server) : plain(server)),
    then: 'Refresh the list of MCP servers in Windsurf.',
  },
  {
    name: 'zed',
    title: 'Zed',
    files: { user: ({ config }) => join(config, 'zed', 'settings.json'), project: ({ project }) => join(project, '.zed', 'settings.json') },
    key: 'context_servers',
    toEntry: (server) => plain(server),
    then: 'Zed starts it as soon as the file is saved.',
  },
  {
    name: 'gemini-cli',
    title: 'Gemini CLI',
    files: {
      user: ({ home }) => join(home, '.gemini', 'settings.json'),
      project: ({ project }) => join(project, '.gemini', 'settings.json'),
    },
    key: 'mcpServers',
    toEntry: (server) => ('url' in server ? withUrlAs('httpUrl', server) : plain(server)),
    then: 'It is there in the next session of gemini.',
  },
];

type HttpEntry = Extract<ServerEntry, { readonly url: string }>;

function plain(server: ServerEntry): Readonly<Record<string, unknown>> {
  if ('url' in server) return withUrlAs('url', server);
  const { command, args, env } = server;
  return { command, args, ...(Object.keys(env).length > 0 && { env }) };
}

function typed(server: ServerEntry): Readonly<Record<string, unknown>> {
  return { type: 'url' in server ? 'http' : 'stdio', ...plain(server) };
}

function withUrlAs(name: string, { url, headers }: HttpEntry): Readonly<Record<string, unknown>> {
  return { [name]: url, ...(Object.keys(headers).length > 0 && { headers }) };
}
