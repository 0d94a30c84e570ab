import { Language, Parser, type Tree } from 'web-tree-sitter';
import type { Grammar } from './languages/grammars.js';

/** Text over this many UTF-16 units is not parsed: it was made by a program, and its tree takes some twenty times its memory. */
const MOST_PARSED = 2_000_000;
/** Work allowed for a text, in calls of the parser's progress callback (one each 100 steps): many times what correct code takes. */
const LEAST_WORK = 20_000;
const WORK_PER_UNIT = 0.1;

export type ParseOutcome = { readonly parsed: true; readonly tree: Tree } | { readonly parsed: false; readonly reason: string };

/** Gives the bytes of a grammar's WebAssembly module, or of the parser itself (`runtime`). */
export type ReadGrammar = (name: Grammar | 'runtime') => Promise<Uint8Array>;

/** Parsers by grammar, each loaded when it is first needed. */
export class SyntaxParser {
  readonly #read: ReadGrammar;
  readonly #languages = new Map<Grammar, Promise<Language>>();
  readonly #parser: Parser;

  private constructor(read: ReadGrammar) {
    this.#read = read;
    this.#parser = new Parser();
  }

  static async open(read: ReadGrammar): Promise<SyntaxParser> {
    await Parser.init({ wasmBinary: await read('runtime') });
    return new SyntaxParser(read);
  }

  /** Parses a text with bounded work: the bound counts steps, not time, so that a text always has the same outcome. The caller deletes the tree. */
  async parse(text: string, grammar: Grammar): Promise<ParseOutcome> {
    if (text.length > MOST_PARSED) return { parsed: false, reason: `over ${MOST_PARSED.toLocaleString('en')} characters are not parsed` };
    this.#parser.setLanguage(await this.#languageOf(grammar));
    let work = LEAST_WORK + text.length * WORK_PER_UNIT;
    const tree = this.#parser.parse(text, null, { progressCallback: () => --work < 0 });
    if (tree) return { parsed: true, tree };
    this.#parser.reset();
    return { parsed: false, reason: 'parsing takes too long' };
  }

  #languageOf(grammar: Grammar): Promise<Language> {
    let language = this.#languages.get(grammar);
    if (language === undefined) {
      language = this.#read(grammar).then((bytes) => Language.load(bytes));
      this.#languages.set(grammar, language);
    }
    return language;
  }
}
