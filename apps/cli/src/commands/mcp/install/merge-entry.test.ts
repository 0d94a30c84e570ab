import { describe, expect, it } from 'vitest';
import { mergeEntry } from './merge-entry.js';

const ENTRY = { command: 'node', args: ['main.js', 'mcp'] };

function merge(text: string, key = 'mcpServers') {
  return mergeEntry({ text, path: 'settings.json', key, name: 'tributary', entry: ENTRY });
}

describe('an entry in the settings of a client', () => {
  it('makes a file where there is none', () => {
    expect(merge('')).toEqual({
      text: '{\n  "mcpServers": {\n    "tributary": {\n      "command": "node",\n      "args": [\n        "main.js",\n        "mcp"\n      ]\n    }\n  }\n}\n',
      before: undefined,
    });
  });

  it('leaves comments, order, indentation and other servers as they are written', () => {
    const text = [
      '// Zed settings',
      '{',
      '\t"theme": "One", /* dark */',
      '\t"context_servers": {',
      '\t\t// keep',
      '\t\t"other": { "command": "x", },',
      '\t},',
      '\t"vim_mode": true,',
      '}',
      '',
    ].join('\n');
    const merged = merge(text, 'context_servers').text;
    const entry = '"tributary": {\n\t\t\t"command": "node",\n\t\t\t"args": [\n\t\t\t\t"main.js",\n\t\t\t\t"mcp"\n\t\t\t]\n\t\t}';
    expect(merged).toBe(text.replace('"x", },', `"x", },\n\t\t${entry},`));
  });

  it.each([
    ['"other": {} // ask Ann', '"other": {}, // ask Ann', ''],
    ['"other": {}, // ask Ann', '"other": {}, // ask Ann', ','],
    ['"other": {} /* ask Ann */', '"other": {}, /* ask Ann */', ''],
  ])('leaves a comment with what it is about: %s', (line, left, comma) => {
    const merged = merge(`{\n  "mcpServers": {\n    ${line}\n  }\n}\n`).text;
    expect(merged).toBe(
      `{\n  "mcpServers": {\n    ${left}\n    "tributary": ${JSON.stringify(ENTRY, undefined, 2).replaceAll('\n', '\n    ')}${comma}\n  }\n}\n`,
    );
  });

  it('replaces an entry of that name and tells what stood there', () => {
    const { text, before } = merge('{"mcpServers":{"tributary":{"url":"http://x"},"b":{}},"z":1}');
    expect(before).toEqual({ url: 'http://x' });
    expect(JSON.parse(text)).toEqual({ mcpServers: { tributary: ENTRY, b: {} }, z: 1 });
  });

  it.each([
    ['{"mcpServers": {', /CloseBraceExpected at line 1, column 17/],
    ['{\n  "a": 1\n  "b": 2\n}', /CommaExpected at line 3, column 3/],
    ['[]', /it holds no object/],
    ['{"mcpServers": []}', /its key mcpServers is no object/],
  ])('is refused where the file is broken: %s', (text, sentence) => {
    expect(() => merge(text)).toThrow(sentence);
    expect(() => merge(text)).toThrow(
      /^Nothing was changed: settings.json is not what the client can read .*Correct it, then run this again\.$/,
    );
  });
});
