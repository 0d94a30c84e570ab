import { readFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { languageOf } from '../languages/languages.js';
import { Lines } from '../text/lines.js';
import { GRAMMAR_FILES } from './languages/grammar-files.js';
import { grammarOf } from './languages/grammars.js';
import type { Outlined } from './outline.js';
import { parseDocument } from './parse-document.js';
import { outlineDocument } from './scan-syntax.js';
import { SyntaxParser } from './syntax-parser.js';

const { resolve } = createRequire(import.meta.url);
let opened: Promise<SyntaxParser> | undefined;

/** The parser with the grammars as they are installed, one for all tests of a file. */
export function testParser(): Promise<SyntaxParser> {
  opened ??= SyntaxParser.open((name) => readFile(resolve(GRAMMAR_FILES[name])));
  return opened;
}

export function sample(file: string): string {
  return readFileSync(new URL(`./fixtures/${file}`, import.meta.url), 'utf8');
}

/** What a text defines, a line each: label, first and last line, the type it belongs to where it does not stand in it; members are indented. */
export async function outlineText(text: string, path: string): Promise<string> {
  const grammar = grammarOf(languageOf(path), path);
  if (grammar === undefined) throw new Error(`no grammar for ${path}`);
  const parsed = await parseDocument(text, grammar, await testParser());
  if (!parsed.parsed) throw new Error(parsed.reason);
  const lines = new Lines(text);
  const shown = outlineDocument(parsed.parts, text).flatMap((item) => show(item, { lines, text, indent: '' }));
  for (const { tree } of parsed.parts) tree.delete();
  return shown.join('\n');
}

interface Showing {
  readonly lines: Lines;
  readonly text: string;
  readonly indent: string;
}

function show({ definition, start, end, inner }: Outlined, { lines, text, indent }: Showing): string[] {
  const last = text.slice(start, end).trimEnd().length + start;
  const { start: from, end: to } = lines.range({ start, end: last });
  const of = definition.qualifier === undefined ? '' : ` of ${definition.qualifier}`;
  const own = `${indent}${definition.label} ${from[0].toString()}-${to[0].toString()}${of}`;
  return [own, ...inner.flatMap((item) => show(item, { lines, text, indent: `${indent}  ` }))];
}
