/** What a line of code seems to begin to define. */
export interface Announcement {
  readonly symbol: string;
  readonly kind: 'function' | 'class';
}

/** Names are looked for in this many units of a line; it bounds the cost of the expressions below. */
const LOOKED_AT = 240;

const NAME = String.raw`([\p{L}_$][\p{L}\p{N}_$]*)`;
const MODIFIERS =
  /^(?:(?:export|default|typedef|declare|abstract|public|private|protected|internal|fileprivate|static|final|sealed|partial|open|data|case|async|override|virtual|inline|noinline|extern|unsafe|suspend|operator|tailrec|mutating|readonly|local|pub(?:\([a-z:]{1,40}\))?|(?:extern )?"[^"]{1,20}")[ \t]+)*/u;

interface Rule {
  readonly pattern: RegExp;
  readonly kind: Announcement['kind'];
}

/** Definitions that a keyword announces; tried on a line without its modifiers. */
const KEYWORD_RULES: readonly Rule[] = [
  {
    kind: 'class',
    pattern: expression(
      `(?:(?:const|enum|data|annotation|value|inner) )?(?:class|interface|trait|struct|enum|union|object|protocol|extension|record|namespace|module|mod|contract|library|actor|message|service|defmodule)[ \\t]+(?:class[ \\t]+)?${NAME}`,
    ),
  },
  {
    kind: 'class',
    pattern: expression(`impl(?:<[^{}]{0,80}?>)?[ \\t]+(?:[\\p{L}\\p{N}_:<>, &']{1,80}?[ \\t]for[ \\t]+)?(?:[\\p{L}_]\\w*::){0,6}${NAME}`),
  },
  { kind: 'class', pattern: expression(`type[ \\t]+${NAME}`) },
  { kind: 'function', pattern: expression(`func[ \\t]+\\([^()]{1,80}\\)[ \\t]*${NAME}`) },
  { kind: 'function', pattern: expression(`def(?:p|macro)?[ \\t]+(?:self\\.)?${NAME}`) },
  { kind: 'function', pattern: expression(`fun[ \\t]+(?:<[^<>]{1,80}>[ \\t]+)?(?:[\\p{L}_][\\w<>?]*\\.)?${NAME}`) },
  {
    kind: 'function',
    pattern: expression(
      `(?:const[ \\t]+)?(?:function|fn|func|sub|proc|procedure|rpc|macro|macro_rules!)[ \\t]*\\*?[ \\t]+(?:[\\p{L}_]\\w*[.:])?${NAME}`,
    ),
  },
  { kind: 'function', pattern: expression(`\\((?:cl-)?def(?:un|n|n-|macro|method|ine|generic)[ \\t]+\\(?([^\\s()]{1,80})`) },
  {
    kind: 'function',
    pattern: expression(
      `(?:const|let|var|val)[ \\t]+${NAME}[ \\t]*(?::[^=]{1,100})?=[ \\t]*(?:async[ \\t]*)?(?:function\\b|\\([^()]{0,120}\\)[^=]{0,60}=>|[\\p{L}_$][\\w$]*[ \\t]*=>|\\($)`,
    ),
  },
  { kind: 'function', pattern: expression(`${NAME}[ \\t]*(?:<-|=)[ \\t]*function\\b`) },
  {
    kind: 'function',
    pattern: expression(
      `create[ \\t]+(?:or[ \\t]+replace[ \\t]+)?(?:function|procedure|trigger|view|materialized view)[ \\t]+(?:if not exists[ \\t]+)?["\`[]?(?:\\w+\\.)?${NAME}`,
      'i',
    ),
  },
  {
    kind: 'class',
    pattern: expression(
      `create[ \\t]+(?:unlogged[ \\t]+|temp(?:orary)?[ \\t]+)?(?:table|type)[ \\t]+(?:if not exists[ \\t]+)?["\`[]?(?:\\w+\\.)?${NAME}`,
      'i',
    ),
  },
  { kind: 'function', pattern: expression(`${NAME}[ \\t]*\\(\\)[ \\t]*\\{?$`) },
];

/** `name(…) {` with types and modifiers in front, as in C, Java, C# and in the bodies of classes. */
const CALLABLE = new RegExp(
  `^(?:[\\p{L}_$#~][\\p{L}\\p{N}_$:<>,?\\[\\].]*[ \\t*&]+){0,6}(?:[\\p{L}_]\\w*::){0,4}[#~*]?${NAME}[ \\t]*(?:<[^<>()]{1,60}>)?\\((?!["'\`])`,
  'u',
);
const STATEMENTS = new Set(
  'if for while switch catch return throw new await yield else do typeof delete case when match using with lock foreach elseif elif until unless sizeof assert print super this'.split(
    ' ',
  ),
);

/** Guesses from its first line what a block of code defines: no parser, so an unusual layout is missed, and never more than the name is lost. */
export function definitionAt(line: string, { bracesBodies }: { readonly bracesBodies: boolean }): Announcement | undefined {
  const text = line.slice(0, LOOKED_AT).trim();
  const bare = text.slice(MODIFIERS.exec(text)?.[0].length ?? 0);
  for (const { pattern, kind } of KEYWORD_RULES) {
    const symbol = pattern.exec(bare)?.[1];
    if (symbol !== undefined && !STATEMENTS.has(symbol)) return { symbol, kind };
  }
  return bracesBodies ? callableAt(bare) : undefined;
}

function callableAt(text: string): Announcement | undefined {
  const first = /^[\p{L}_$]+/u.exec(text)?.[0];
  const symbol = CALLABLE.exec(text)?.[1];
  if (symbol === undefined || STATEMENTS.has(symbol) || (first !== undefined && STATEMENTS.has(first))) return undefined;
  return /[{(,]$|[^;.]$/.test(text) && !text.endsWith(';') && !/^[\p{L}_$.]+\(.*\)[;,]?$/u.test(text)
    ? { symbol, kind: 'function' }
    : undefined;
}

function expression(source: string, flags = ''): RegExp {
  return new RegExp(`^${source}`, `u${flags}`);
}
