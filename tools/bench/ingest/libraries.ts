// What Tributary stands on, called directly with the same texts in the same run: web-tree-sitter, Readability on linkedom, SQLite with FTS5 and sqlite-vec.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Readability } from '@mozilla/readability';
import { GRAMMAR_FILES, SyntaxParser } from '@tributary/chunking/syntax';
import { DocumentExtractor } from '@tributary/sources-extraction';
import { Language, Parser } from 'web-tree-sitter';

const { resolve } = createRequire(import.meta.url);
// Its own types ask for those of a browser, which are not there: only this much of it is used.
const { parseHTML } = createRequire(import.meta.url)('linkedom') as Linkedom;

/** What is used of linkedom. */
interface Linkedom {
  readonly parseHTML: (html: string) => { readonly document: ConstructorParameters<typeof Readability>[0] };
}

/** Milliseconds of ours and of the library for the same work. */
export interface Pair {
  readonly ours: number;
  readonly library: number;
}

export interface Pairs {
  readonly parse: (texts: readonly string[]) => Promise<Pair>;
  readonly extract: (pages: readonly string[]) => Promise<Pair>;
  readonly close: () => Promise<void>;
}

/** Everything is loaded and tried once before anything is measured. */
export async function openPairs(sample: readonly string[]): Promise<Pairs> {
  const parser = await SyntaxParser.open((name) => readFile(resolve(GRAMMAR_FILES[name])));
  const bare = new Parser();
  bare.setLanguage(await Language.load(await readFile(resolve(GRAMMAR_FILES.typescript))));
  const extractor = new DocumentExtractor();
  const parse = async (texts: readonly string[]): Promise<Pair> => ({
    ours: await ms(async () => {
      for (const text of texts) {
        const outcome = await parser.parse(text, 'typescript');
        if (outcome.parsed) outcome.tree.delete();
      }
    }),
    library: await ms(() => {
      for (const text of texts) bare.parse(text)?.delete();
      return Promise.resolve();
    }),
  });
  const extract = async (pages: readonly string[]): Promise<Pair> => ({
    ours: await ms(async () => {
      for (const page of pages) await extractor.extract({ bytes: Buffer.from(page), name: 'page.html' });
    }),
    library: await ms(() => {
      for (const page of pages) readable(page);
      return Promise.resolve();
    }),
  });
  await parse(sample);
  await extract(sample.map(pageOf));
  return { parse, extract, close: () => extractor.close() };
}

function readable(page: string): void {
  new Readability(parseHTML(page).document).parse();
}

/** A text as an article of a web site, with what stands around one. */
export function pageOf(text: string): string {
  const paragraphs = text.split(/\n{2,}/).map((part) => `<p>${escaped(part)}</p>`);
  return `<!doctype html><html lang="en"><head><title>${escaped(text.slice(0, 60))}</title></head><body><nav><a href="/">Home</a></nav>
<main><article><h1>${escaped(text.slice(0, 60))}</h1>${paragraphs.join('\n')}</article></main><footer>About this site</footer></body></html>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

async function ms(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
