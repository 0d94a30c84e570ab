import { readFileSync, readdirSync } from 'node:fs';
import { configurationReference } from '@tributary/platform';
import { expect, it } from 'vitest';
import { docsFolder } from './pages.js';

const settings = [...configurationReference().matchAll(/^\| `([a-z_.<>]+)`/gmu)].map(([, name = '']) => name.split('.'));
const sections = [...new Set(settings.filter((path) => path.length > 1).map(([section = '']) => section))];

/** True for a setting and for the beginning of one; `<name>` is any name. */
function isKnown(named: string): boolean {
  const parts = named.split('.');
  return settings.some((path) => parts.length <= path.length && parts.every((part, at) => path[at] === '<name>' || path[at] === part));
}

const markdown = readdirSync(docsFolder).filter((name) => name.endsWith('.md'));

it.each([...markdown, '../README.md'])('docs/%s names only settings that there are', (page) => {
  const text = readFileSync(new URL(page, docsFolder), 'utf8');
  const inCode = new RegExp(String.raw`(?<![\w./-])(?:${sections.join('|')})(?:\.(?:[a-z_]+|<\w+>))+(?![\w(.]?\w)`, 'gu');
  const named = [...text.matchAll(inCode)].map(([name]) => name).filter((name) => !/\.(?:md|json|ya?ml|toml|prefix>)$/u.test(name));
  expect(named.filter((name) => !isKnown(name))).toEqual([]);
});

it('knows the settings by their names in a file', () => {
  expect(['access.oauth', 'engines.main.timeout_ms', 'server.token'].filter((name) => !isKnown(name))).toEqual([]);
  expect(['access.issuer', 'engines.main.port'].filter(isKnown)).toEqual([]);
});
