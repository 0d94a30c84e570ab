import { expect, it } from 'vitest';
import { isBundle } from './is-bundle.js';

const PACKED = 'function a(b,c){return b.on("error",d=>{c(d)}),b&&c||d};';
const BANNER = '/*!\n * (c) the authors\n * Licence: MIT\n */\n';
const OWN = 'export function add(one, two) {\n  return one + two;\n}\n';

it.each([
  ['of one line', `${PACKED.repeat(50)}\n`, 'javascript'],
  ['of several, behind a licence', `${BANNER}${`${PACKED.repeat(20)}\n`.repeat(30)}`, 'javascript'],
  ['of styles', `.a{color:red;margin:0 auto}.b:hover{top:1px}`.repeat(60), 'css'],
  ['whose lines are of 100,000 characters', `${OWN}${'x'.repeat(100_000)}\n`, 'typescript'],
])('is told by its lines: one %s', (_, text, lang) => {
  expect(isBundle(text, lang)).toBe(true);
});

it.each([
  ['a program of many lines', OWN.repeat(500), 'javascript'],
  ['a small one of one line', PACKED.repeat(20), 'javascript'],
  [
    'a program with a map of its source behind it',
    `${OWN.repeat(20)}//# sourceMappingURL=data:application/json;base64,${'eyJ2'.repeat(5000)}\n`,
    'javascript',
  ],
  [
    'a drawing in a component',
    `export const Logo = () => (\n  <path d="${'M12.5 3.75l-2.25,4'.replace(' ', ',').repeat(500)}" />\n);\n`,
    'javascript',
  ],
  ['SQL in a script', `export const UP = "${'CREATE TABLE a (id int, name text); '.repeat(200)}";\n`, 'javascript'],
  ['texts of a surface', `export default {${'title: "Save the file (again); or not", '.repeat(200)}};\n`, 'javascript'],
  [
    'long expressions among other lines',
    `${OWN.repeat(25)}export const DATE = /${'(?:[0-9]{4}-(?:0[1-9]|1[0-2]))|'.repeat(60)}/;\n`,
    'javascript',
  ],
  ['data', `[${'{"a":1},'.repeat(1000)}{}]`, 'json'],
  ['TypeScript, which nobody packs into such lines', PACKED.repeat(50), 'typescript'],
  ['what has no language', PACKED.repeat(50), undefined],
])('is none: %s', (_, text, lang) => {
  expect(isBundle(text, lang)).toBe(false);
});
