import type { LanguageSyntax } from '../language-syntax.js';
import { c, cpp } from './c.js';
import { csharp } from './csharp.js';
import { css } from './css.js';
import { dart } from './dart.js';
import { go } from './go.js';
import { java } from './java.js';
import { javascript, typescript } from './javascript.js';
import { kotlin } from './kotlin.js';
import { lua } from './lua.js';
import { php } from './php.js';
import { python } from './python.js';
import { ruby } from './ruby.js';
import { rust } from './rust.js';
import { bash, powershell } from './shells.js';
import { solidity } from './solidity.js';
import { swift } from './swift.js';
import { vue } from './vue.js';

/** What of each grammar's trees matters. */
export const GRAMMARS = {
  bash,
  c,
  cpp,
  csharp,
  css,
  dart,
  go,
  java,
  javascript,
  kotlin,
  lua,
  php,
  powershell,
  python,
  ruby,
  rust,
  solidity,
  swift,
  tsx: typescript,
  typescript,
  vue,
} as const satisfies Readonly<Record<string, LanguageSyntax>>;

/** A grammar that code can be parsed with. */
export type Grammar = keyof typeof GRAMMARS;

/** Files whose grammar is another than their language's: `undefined` where it has none. Headers may be C++, whose grammar reads C, too. */
const BY_EXTENSION = new Map<string, Grammar | undefined>([
  ['tsx', 'tsx'],
  ['h', 'cpp'],
  ['fish', undefined],
  ['scss', undefined],
  ['sass', undefined],
  ['less', undefined],
]);
const BY_LANGUAGE = new Map<string, Grammar>([['shell', 'bash'], ...Object.keys(GRAMMARS).filter(isGrammar).map(itself)]);

/** The grammar for a document; undefined where there is none for its language. */
export function grammarOf(language: string | undefined, path: string | undefined): Grammar | undefined {
  const extension = path?.slice(path.lastIndexOf('.') + 1).toLowerCase() ?? '';
  if (BY_EXTENSION.has(extension)) return BY_EXTENSION.get(extension);
  return language === undefined ? undefined : BY_LANGUAGE.get(language);
}

function isGrammar(name: string): name is Grammar {
  return Object.hasOwn(GRAMMARS, name);
}

function itself(name: Grammar): [string, Grammar] {
  return [name, name];
}
