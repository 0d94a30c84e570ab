const INTERPRETERS: Readonly<Record<string, readonly string[]>> = {
  shell: ['sh', 'bash', 'zsh', 'dash', 'ash', 'ksh', 'fish', 'bats'],
  python: ['python', 'pypy', 'uv'],
  javascript: ['node', 'nodejs'],
  typescript: ['deno', 'bun', 'tsx', 'ts-node'],
  ruby: ['ruby'],
  perl: ['perl'],
  php: ['php'],
  lua: ['lua', 'luajit'],
  r: ['rscript'],
  julia: ['julia'],
  elixir: ['elixir'],
  erlang: ['escript'],
  haskell: ['runhaskell', 'runghc', 'stack'],
  lisp: ['guile', 'racket', 'sbcl'],
  groovy: ['groovy'],
  swift: ['swift'],
  tcl: ['tclsh', 'wish'],
  awk: ['awk', 'gawk'],
  make: ['make'],
  powershell: ['pwsh'],
};
const byInterpreter = new Map(Object.entries(INTERPRETERS).flatMap(([language, names]) => names.map((name) => [name, language])));

/** Longer first lines name no interpreter. In characters. */
const LONGEST = 256;

/** The language of a script by its first line (`#!/usr/bin/env python3`); undefined where that names no interpreter that is known. */
export function languageOfScript(text: string): string | undefined {
  const line = /^#![ \t]*([^\r\n]*)/.exec(text.slice(0, LONGEST))?.[1] ?? '';
  const [program = '', ...rest] = line.split(/[ \t]+/).map((word) => word.slice(word.lastIndexOf('/') + 1));
  const name = program === 'env' ? rest.find((word) => !word.startsWith('-') && !word.includes('=')) : program;
  return byInterpreter.get((name ?? '').toLowerCase().replace(/(?<![\d.])[\d.]+$/, ''));
}
