import { expect, it } from 'vitest';
import { ownersOf } from './owners.js';

const of = (code: string, around?: string) => ownersOf('WAIT_MS', { code, around });

it.each([
  ['Python', 'class Limits(Base):\n    """Of time."""\n\n    OTHER = 1\n    WAIT_MS = 250', 'Limits'],
  ['Python, typed', 'class Limits:\n    WAIT_MS: Final[int] = 250', 'Limits'],
  ['Python, within a class', 'class A:\n    class Limits:\n        WAIT_MS = 250', 'Limits'],
  ['TypeScript', 'export class Limits {\n  static readonly WAIT_MS = 250;\n}', 'Limits'],
  ['Ruby', 'class Limits\n  WAIT_MS = 250\nend', 'Limits'],
  ['an enumeration', 'export enum Limits {\n  A,\n  WAIT_MS,\n}', 'Limits'],
  ['one with arguments', 'public enum Limits {\n  WAIT_MS(250);\n}', 'Limits'],
  ['one of C++ whose brace has a line', 'enum class Limits\n{\n  WAIT_MS\n}', 'Limits'],
  ['Java', 'public final class Limits {\n  public static final int WAIT_MS = 250;\n}', 'Limits'],
  ['Java, of a type with others', 'class Limits {\n  private static final Map<String, Integer> WAIT_MS = of(250);\n}', 'Limits'],
  ['C#', 'public static class Limits\n{\n  public const int WAIT_MS = 250;\n}', 'Limits'],
  ['C++', 'class Limits {\n  static const unsigned long WAIT_MS = 250;\n}', 'Limits'],
  ['an enumeration on one line', 'export enum Limits { A, WAIT_MS = 250, B }', 'Limits'],
  ['one of C on one line', 'enum Limits {A,WAIT_MS};', 'Limits'],
  ['Go', 'const (\n\tA = 1\n\n\t// How long.\n\tWAIT_MS = 250\n)', ''],
  ['Go, counted on', 'const (\n\tA Kind = iota\n\tWAIT_MS\n)', ''],
  ['Go, a variable', 'var (\n\tWAIT_MS = time.Second\n)', ''],
])('a member gets its value in %s', (_, code, owner) => {
  expect(of(code)).toEqual([owner]);
});

it('is of the type that a part of one is known to belong to', () => {
  expect(of('    OTHER = 1\n    WAIT_MS = 250', 'Limits')).toEqual(['Limits']);
  expect(of('    OTHER = 1\n    WAIT_MS = 250')).toEqual([]);
});

it.each([
  'class Limits:\n    def wait(self):\n        WAIT_MS = 250',
  'class Limits:\n    if WAIT_MS == 250:\n        pass',
  'class Limits:\n    WAIT_MS == 250',
  'class Limits {\n  WAIT_MS\n}',
  'class Limits {\n  int later = WAIT_MS;\n}',
  'class Limits {\n  static final int OTHER = WAIT_MS = 1;\n}',
  'enum Limits { A = WAIT_MS, NO_WAIT_MS }',
  'class Limits { WAIT_MS }',
  'class Limits:\n    WAIT_MS_OF_ALL = 250\n    FIRST_WAIT_MS = 250',
  'func f() {\n\tWAIT_MS = 250\n}',
  'call(\n\tWAIT_MS,\n)',
  '// as of class Limits:\n    WAIT_MS = 250',
])('none gets one in: %s', (code) => {
  expect(of(code)).toEqual([]);
});

it('reads the longest code in no time', () => {
  const lines = Array.from({ length: 60_000 }, () => '    WAIT_MS = 250');
  expect(of(`class Limits:\n${lines.join('\n')}`, 'Limits')).toHaveLength(60_000);
  expect(of(`class Limits {\n  ${'static final '.repeat(20_000)}WAIT_MS = 1`)).toEqual([]);
});
