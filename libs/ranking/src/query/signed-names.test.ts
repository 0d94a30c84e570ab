import { expect, it } from 'vitest';
import { saidAlone } from './written-as-one.js';
import { signedNames } from './signed-names.js';

it.each([
  ['C# async streams', ['c #']],
  ['# C#, F# and C++17 in Notepad++', ['c #', 'f #', 'c ++', 'notepad ++']],
  ['C\\# and A\\* and C\\+\\+ as Markdown writes them', ['c #', 'a *', 'c ++']],
  ['A* search, **D* Lite**', ['a *', 'd *']],
  ['.NET core, `.env` and config/.gitignore.', ['. net', '. env', '. gitignore']],
  ['R&D at AT&T (I/O)', ['r & d', 'at & t', 'i / o']],
  ['ａ／ｂ', ['a / b']],
  ['C/C++, C/C#, C/C\\+\\+', ['c ++', 'c #', 'c ++']],
  ['A/A*, (I/O), **I/O**, *R&D*', ['a *', 'i / o', 'i / o', 'r & d']],
  ['*C#*, _C#_, __F#__, *C# in Depth*, _C#_s', ['c #', 'c #', 'f #', 'c #']],
  ['*C++*, _C++_, **C++**, *p++, _p++', ['c ++', 'c ++', 'c ++']],
  ['**.NET core**, **.NET**, *.NET*', ['. net', '. net', '. net']],
  ['run it with --no-color or `--color=always`, (--dry-run).', ['-- no - color', '-- color', '-- dry - run']],
  ['.append, .append(x)', ['. append', '. append']],
])('finds the names that their signs belong to in %j', (text, found) => {
  expect(signedNames(text)).toEqual(found);
});

it.each([
  'ASP.NET, example.net, process.env, list.join()',
  'a*b, char*, 2*x, x *= 3, *A*',
  '#include <c>, #c, c#=1, c+1, a+++b',
  '1/2, a/b/c, src/a, and/or, && t&t&t',
  'w/o, Y/O, e/o, n/a, N/A',
  'so--it seems --, <!--more-->, ---, ----rule, -- dash, --snake_case, --end-',
  '*.ts, src/*.tsx, **/*.json',
  'The end ... of it. Next',
])('finds none in %j', (text) => {
  expect(signedNames(text)).toEqual([]);
});

it('reads the longest of signs in no time', () => {
  expect(signedNames(`${'a'.repeat(200_000)}# ${'+'.repeat(200_000)} ${'a&'.repeat(100_000)} --${'a-'.repeat(100_000)}`)).toEqual([]);
});

it('tells whether a query is nothing but names', () => {
  expect(['C#', 'what is C#?', 'C++ and the C#', 'what does --dry-run do?'].map(saidAlone)).toEqual([
    ['c #'],
    ['c #'],
    ['c ++', 'c #'],
    ['-- dry - run'],
  ]);
  expect(['C# streams', 'C', 'what is it?'].map(saidAlone)).toEqual([[], [], []]);
});
