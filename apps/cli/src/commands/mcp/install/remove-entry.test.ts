import { expect, it } from 'vitest';
import { mergeEntry } from './merge-entry.js';
import { removeEntry } from './remove-entry.js';

const ENTRY = { command: 'node', args: ['main.js', 'mcp'] };
const PLACE = { path: 'settings.json', key: 'mcpServers', name: 'tributary' };

it.each([
  ['{\n\t// keep\n\t"mcpServers": {\n\t\t"other": { "command": "x" }, // mine\n\t\t"last": {} // Ann\n\t},\n}\n'],
  ['{\r\n  "mcpServers": {\r\n    "other": {},\r\n  },\r\n  "z": 1\r\n}\r\n'],
])('takes out what was put in, and leaves all else as it is written: %j', (text) => {
  expect(removeEntry({ text: mergeEntry({ text, ...PLACE, entry: ENTRY }).text, ...PLACE })).toEqual({ text, before: ENTRY });
  expect(removeEntry({ text, ...PLACE })).toEqual({ text, before: undefined });
});

it.each([
  ['{"mcpServers":{"tributary":{},"b":{}},"z":1}', '{"mcpServers":{"b":{}},"z":1}'],
  ['{"mcpServers":{"a":{},"tributary":{}}}', '{"mcpServers":{"a":{}}}'],
  ['{"mcpServers": {\n  "tributary": {}, // ours\n  // of Ann\n  "b": {}\n}}', '{"mcpServers": {\n  // of Ann\n  "b": {}\n}}'],
])('finds it wherever it stands: %j', (text, left) => {
  expect(removeEntry({ text, ...PLACE }).text).toBe(left);
});

it('refuses a broken file', () => {
  expect(() => removeEntry({ text: '{"mcpServers": {', ...PLACE })).toThrow(/^Nothing was changed: settings.json/);
});
