import type { LanguageSyntax } from '../language-syntax.js';
import { javascript, typescript } from './javascript.js';
import { python } from './python.js';

/** What of each grammar's trees matters. */
export const GRAMMARS = {
  javascript,
  typescript,
  tsx: typescript,
  python,
} as const satisfies Readonly<Record<string, LanguageSyntax>>;

/** A grammar that code can be parsed with. */
export type Grammar = keyof typeof GRAMMARS;

/** Files whose grammar is another than their language's. */
const BY_EXTENSION: Readonly<Partial<Record<string, Grammar>>> = { tsx: 'tsx' };

/** The grammar for a document; undefined where there is none for its language. */
export function grammarOf(language: string | undefined, path: string | undefined): Grammar | undefined {
  const extension = path?.slice(path.lastIndexOf('.') + 1).toLowerCase();
  const special = extension === undefined ? undefined : BY_EXTENSION[extension];
  if (special !== undefined) return special;
  return language !== undefined && isGrammar(language) ? language : undefined;
}

function isGrammar(name: string): name is Grammar {
  return Object.hasOwn(GRAMMARS, name);
}
