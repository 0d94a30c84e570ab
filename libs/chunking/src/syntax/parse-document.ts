import type { Tree } from 'web-tree-sitter';
import type { Span } from '../text/blank.js';
import type { LanguageSyntax } from './language-syntax.js';
import { GRAMMARS, type Grammar } from './languages/grammars.js';
import type { SyntaxParser } from './syntax-parser.js';

/** A tree and the part of the document it is of. */
export interface ParsedPart {
  readonly tree: Tree;
  readonly syntax: LanguageSyntax;
  readonly span: Span;
}

export type ParsedDocument =
  /** The whole document first, then the parts in other languages. */
  { readonly parsed: true; readonly parts: readonly [ParsedPart, ...ParsedPart[]] } | { readonly parsed: false; readonly reason: string };

/** Parses a document and what is written in other languages inside it. The caller deletes the trees. */
export async function parseDocument(text: string, grammar: Grammar, parser: SyntaxParser): Promise<ParsedDocument> {
  const syntax: LanguageSyntax = GRAMMARS[grammar];
  if (syntax.takesLong?.(text) === true) return { parsed: false, reason: 'parsing takes too long' };
  const outcome = await parser.parse(text, grammar);
  if (!outcome.parsed) return outcome;
  const { tree } = outcome;
  const inner: ParsedPart[] = [];
  for (const { span, language } of embeddedIn(tree, syntax)) {
    // With blanks in front all offsets are those of the document.
    const part = await parser.parse(' '.repeat(span.start) + text.slice(span.start, span.end), language);
    if (part.parsed) inner.push({ tree: part.tree, syntax: GRAMMARS[language], span });
  }
  return { parsed: true, parts: [{ tree, syntax, span: { start: 0, end: text.length } }, ...inner] };
}

interface Embedded {
  readonly span: Span;
  readonly language: 'typescript' | 'css';
}

function embeddedIn({ rootNode }: Tree, { embedded = {} }: LanguageSyntax): readonly Embedded[] {
  if (Object.keys(embedded).length === 0) return [];
  return rootNode.namedChildren.flatMap((element) => {
    const language = embedded[element.type];
    const text = element.namedChildren.find(({ type }) => type === 'raw_text');
    return language === undefined || text === undefined ? [] : [{ span: { start: text.startIndex, end: text.endIndex }, language }];
  });
}
