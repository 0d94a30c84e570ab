import { describe, expect, it } from 'vitest';
import { CLIENTS } from './clients.js';
import { placesOf } from './places.js';
import { entryFor } from './server-entry.js';

const ENV = { HOME: '/home/ann' };
const PROGRAM = { runtime: '/opt/node', script: '/opt/tributary/main.js' };

function filesOn(platform: NodeJS.Platform, env: Readonly<Record<string, string>> = ENV) {
  const places = placesOf(env, { platform, project: '/src/shop' });
  return Object.fromEntries(CLIENTS.map(({ name, files }) => [name, [files.user?.(places), files.project?.(places)]]));
}

describe('the settings of clients', () => {
  it('lie on Linux below the home folder or where XDG_CONFIG_HOME says', () => {
    expect(filesOn('linux')).toEqual({
      'claude-code': ['/home/ann/.claude.json', '/src/shop/.mcp.json'],
      'claude-desktop': ['/home/ann/.config/Claude/claude_desktop_config.json', undefined],
      cursor: ['/home/ann/.cursor/mcp.json', '/src/shop/.cursor/mcp.json'],
      vscode: ['/home/ann/.config/Code/User/mcp.json', '/src/shop/.vscode/mcp.json'],
      windsurf: ['/home/ann/.codeium/windsurf/mcp_config.json', undefined],
      zed: ['/home/ann/.config/zed/settings.json', '/src/shop/.zed/settings.json'],
      'gemini-cli': ['/home/ann/.gemini/settings.json', '/src/shop/.gemini/settings.json'],
    });
    expect(filesOn('linux', { ...ENV, XDG_CONFIG_HOME: '/etc/ann' })['vscode']?.[0]).toBe('/etc/ann/Code/User/mcp.json');
  });

  it('lie on macOS below Application Support, those of Zed below .config', () => {
    const files = filesOn('darwin');
    expect(files['claude-desktop']?.[0]).toBe('/home/ann/Library/Application Support/Claude/claude_desktop_config.json');
    expect(files['vscode']?.[0]).toBe('/home/ann/Library/Application Support/Code/User/mcp.json');
    expect(files['zed']?.[0]).toBe('/home/ann/.config/zed/settings.json');
  });

  it('get a command with absolute paths, in the form of each', () => {
    const wish = { dialects: ['notes'], config: '/home/ann/config.json', data: '/data' };
    const args = [
      '--disable-warning=ExperimentalWarning',
      PROGRAM.script,
      'mcp',
      '--dialect',
      'notes',
      '--data',
      '/data',
      '--config',
      '/home/ann/config.json',
    ];
    for (const client of CLIENTS) {
      const type = ['claude-code', 'vscode'].includes(client.name) ? { type: 'stdio' } : {};
      expect([client.name, entryFor(client, wish, PROGRAM)]).toEqual([client.name, { ...type, command: PROGRAM.runtime, args }]);
    }
  });

  it('get the address of a server where they take one, else a command that goes there', () => {
    const entries = CLIENTS.map((client) => [
      client.name,
      entryFor(client, { dialects: ['native'], url: 'http://127.0.0.1:7411/', token: 'secret-token' }, PROGRAM),
    ]);
    const url = 'http://127.0.0.1:7411/mcp';
    const headers = { Authorization: 'Bearer secret-token' };
    expect(Object.fromEntries(entries)).toEqual({
      'claude-code': { type: 'http', url, headers },
      'claude-desktop': {
        command: PROGRAM.runtime,
        args: ['--disable-warning=ExperimentalWarning', PROGRAM.script, 'mcp', '--url', 'http://127.0.0.1:7411/'],
        env: { TRIBUTARY_TOKEN: 'secret-token' },
      },
      cursor: { url, headers },
      vscode: { type: 'http', url, headers },
      windsurf: { serverUrl: url, headers },
      zed: { url, headers },
      'gemini-cli': { httpUrl: url, headers },
    });
  });

  it('get whole answers from the tools of the Qdrant server, as they are used to', () => {
    const [client] = CLIENTS;
    expect(client && entryFor(client, { dialects: ['qdrant'] }, PROGRAM)).toMatchObject({ env: { QDRANT_FIND_MODE: 'full' } });
  });
});
