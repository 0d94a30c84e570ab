import { Linter } from 'eslint';
import { parser } from 'typescript-eslint';
import { describe, expect, it } from 'vitest';
import { requireReason } from './require-reason.mjs';
import { ENVIRONMENT, FORBIDDEN } from './restricted-syntax.mjs';

function messagesFor(code: string): string[] {
  const messages = new Linter().verify(code, {
    linterOptions: { reportUnusedDisableDirectives: 'off' },
    languageOptions: { parser },
    plugins: { tributary: { rules: { 'require-reason': requireReason } } },
    rules: { 'tributary/require-reason': 'error', 'no-restricted-syntax': ['error', ...FORBIDDEN, ENVIRONMENT] },
  });
  return messages.map(({ message }) => message);
}

describe('the lint rules of this repository', () => {
  it.each([
    ['a default export', 'export default class A {}', 'Export by name'],
    ['an export of everything', "export * from './a.js';", 'List what is exported'],
    ['a module mock', "vi.mock('./a.js');", 'Pass the collaborator in'],
    ['a double cast', 'export const a = b as unknown as string;', 'A double cast'],
    ['a function of four parameters', 'export function a(b, c, d, e) {}', 'one named object'],
    ['an arrow function of four parameters', 'export const a = (b, c, d, e) => b;', 'one named object'],
    ['a method of four parameters', 'export class A { b(c, d, e, f) {} }', 'one named object'],
    ['a declared method of four parameters', 'export interface A { b(c: 1, d: 1, e: 1, f: 1): void }', 'one named object'],
    ['the environment', "export const a = process.env['A'];", 'The environment is read in one place'],
    ['a rule switched off without a reason', '// eslint-disable-next-line eqeqeq\nexport const a = 1;', 'Say after `--` why'],
    [
      'a rule of types switched off without a reason',
      '// oxlint-disable-next-line typescript/no-deprecated\nexport const a = 1;',
      'Say after `--` why',
    ],
    ['a type error that is ignored', '// @ts-ignore\nexport const a = 1;', 'Use @ts-expect-error'],
  ])('refuse %s', (_what, code, sentence) => {
    expect(messagesFor(code).join('\n')).toContain(sentence);
  });

  it.each([
    ['a constructor of four parameters', 'export class A { constructor(b, c, d, e) {} }'],
    [
      'a rule switched off with a reason',
      '// eslint-disable-next-line eqeqeq -- null and undefined mean the same here\nexport const a = 1;',
    ],
  ])('leave alone %s', (_what, code) => {
    expect(messagesFor(code)).toEqual([]);
  });
});
