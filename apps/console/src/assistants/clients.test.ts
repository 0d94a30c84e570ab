import { expect, it } from 'vitest';
import { clientsOf } from './clients.js';

const ADDRESS = 'https://search.example.org/mcp';

const texts = (needsToken: boolean) => Object.fromEntries(clientsOf(ADDRESS, { needsToken }).map(({ name, text }) => [name, text]));

it('says nothing of tokens where none is needed', () => {
  expect(JSON.stringify(texts(false))).not.toMatch(/token|header/i);
});

it('has a place for the token in every client that goes to the address', () => {
  const { 'Claude Code': command, Codex: toml = '', 'Claude Desktop': desktop, ...json } = texts(true);
  expect(command).toBe(`claude mcp add --transport http tributary ${ADDRESS} --header "Authorization: Bearer <token>"`);
  expect(toml.split('\n')).toContain('http_headers = { "Authorization" = "Bearer <token>" }');
  // It starts the command, which finds the owner’s token beside the data.
  expect(desktop).not.toContain('<token>');
  expect(Object.keys(json)).toEqual(['Cursor', 'VS Code', 'Windsurf', 'Gemini CLI']);
  for (const text of Object.values(json))
    expect(JSON.stringify(JSON.parse(text))).toContain('"headers":{"Authorization":"Bearer <token>"}');
});
