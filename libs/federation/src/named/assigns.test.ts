import { expect, it } from 'vitest';
import { assigns } from './assigns.js';

it.each([
  ['TypeScript', 'export const READ_WAIT_MS: number = 250;'],
  ['Python', 'import os\nREAD_WAIT_MS = 250'],
  ['Python, typed', 'READ_WAIT_MS: Final[int] = 250'],
  ['Go', 'const READ_WAIT_MS = 250'],
  ['Rust', 'pub const READ_WAIT_MS: u64 = 250;'],
  ['Java', '  public static final Map<String, Integer> READ_WAIT_MS = null;'],
  ['Rust, of a type', '    pub const READ_WAIT_MS: u64 = 250;'],
  ['C', '#define READ_WAIT_MS 250'],
])('a value is given by %s', (_, code) => {
  expect(assigns(code, 'READ_WAIT_MS')).toBe(true);
});

it.each([
  'if (READ_WAIT_MS === 250) wait();',
  'wait(READ_WAIT_MS);\n  READ_WAIT_MS = 3;',
  'const SHORT = READ_WAIT_MS;',
  'const READ_WAIT_MS_OF_ALL = 250;',
  'const FIRST_READ_WAIT_MS = 250;',
  'READ_WAIT_MS => 250',
  '#define READ_WAIT_MS_2 250',
  '  const READ_WAIT_MS = props.wait;',
  '<List READ_WAIT_MS={3} />',
  'WHERE READ_WAIT_MS = 5',
  'else READ_WAIT_MS = 3',
  "const READ_WAIT_MS = require('./limits')",
  "const READ_WAIT_MS = await import('./limits')",
  "var READ_WAIT_MS: number = require ('./limits').wait;",
])('none is given by: %s', (code) => {
  expect(assigns(code, 'READ_WAIT_MS')).toBe(false);
});

it('a sign in the name is no pattern', () => {
  expect(assigns('const $a = 1;', '$a')).toBe(true);
  expect(assigns('const ba = 1;', '$a')).toBe(false);
});
