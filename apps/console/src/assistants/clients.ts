/** How one client is told of the server. */
export interface Client {
  readonly name: string;
  /** The file or command line the text belongs to. */
  readonly where: string;
  readonly text: string;
}

const PROXY_NOTE = 'Programs that start their servers themselves';

/** What stands where the user’s token belongs. */
const PLACE = '<token>';

/** What to write where, for an MCP address such as `http://127.0.0.1:7411/mcp`; with a place for the token where one is needed. */
export function clientsOf(address: string, { needsToken }: { readonly needsToken: boolean }): readonly Client[] {
  const json = (value: unknown) => JSON.stringify(value, undefined, 2);
  const authorization = `Bearer ${PLACE}`;
  const headers = needsToken ? { headers: { Authorization: authorization } } : {};
  const option = needsToken ? ` --header "Authorization: ${authorization}"` : '';
  return [
    { name: 'Claude Code', where: 'On the command line', text: `claude mcp add --transport http tributary ${address}${option}` },
    { name: 'Cursor', where: '~/.cursor/mcp.json', text: json({ mcpServers: { tributary: { url: address, ...headers } } }) },
    { name: 'VS Code', where: '.vscode/mcp.json', text: json({ servers: { tributary: { type: 'http', url: address, ...headers } } }) },
    {
      name: 'Windsurf',
      where: '~/.codeium/windsurf/mcp_config.json',
      text: json({ mcpServers: { tributary: { serverUrl: address, ...headers } } }),
    },
    { name: 'Gemini CLI', where: '~/.gemini/settings.json', text: json({ mcpServers: { tributary: { httpUrl: address, ...headers } } }) },
    {
      name: 'Codex',
      where: '~/.codex/config.toml',
      text: `[mcp_servers.tributary]\nurl = "${address}"${needsToken ? `\nhttp_headers = { "Authorization" = "${authorization}" }` : ''}`,
    },
    {
      name: 'Claude Desktop',
      where: `${PROXY_NOTE}: tributary writes its file`,
      text: 'npm run -s tributary -- mcp install --client claude-desktop',
    },
  ];
}

/** The tool surfaces that prompts written for other servers know, with what they are for. */
export const DIALECTS: readonly (readonly [name: string, label: string])[] = [
  ['', 'Tributary’s own tools'],
  ['qdrant', 'qdrant: prompts for mcp-server-qdrant'],
  ['claude-context', 'claude-context'],
  ['ecosystem', 'ecosystem'],
  ['memexd-control', 'memexd-control'],
  ['nextcloud', 'nextcloud'],
  ['notes', 'notes'],
  ['project-code', 'project-code'],
  ['qdrant-multi', 'qdrant-multi'],
];
