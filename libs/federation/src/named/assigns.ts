/** Words that declare what stands behind them, and types between them and the name: `export const`, `public static final Map<String, Integer>`. */
const DECLARES = 'export|public|private|protected|internal|pub|static|final|readonly|const|constexpr|let|var|val|global|inline';
const DECLARED = `(?:(?:${DECLARES})[ \\t]+)(?:[\\p{L}\\p{N}_.<>,[\\]]{1,60}[ \\t]+){0,5}`;
/** Those of members of a type: a line within a function begins with none of them. */
const OF_MEMBERS = '(?:public|private|protected|internal|pub|static|final|readonly)[ \\t]';
/** A type behind it, and the sign of an assignment; no comparison, no arrow, and not what another file defines. */
const ASSIGNED = '[ \\t]*(?::[^\\n=]{1,200})?=(?![=>~])(?![ \\t]*(?:await[ \\t]+)?(?:require|import)[ \\t]*\\()';

/** Whether code gives a constant or a variable of this name its value, where others see it: at the beginning of a line, alone or behind words that declare it, or as a member of a type;
 *  or as a macro of C. What functions keep for themselves counts for nothing. @param name letters, digits, `_` and `$` */
export function assigns(code: string, name: string): boolean {
  if (!code.includes(name)) return false;
  const written = escaped(name);
  const declared = `(?:${DECLARED})?${written}${ASSIGNED}`;
  const member = `[ \\t]+(?=${OF_MEMBERS})${DECLARED}${written}${ASSIGNED}`;
  return new RegExp(`^(?:${declared}|${member}|#define[ \\t]+${written}(?![\\p{L}\\p{N}_$]))`, 'mu').test(code);
}

/** What a line within a function assigns to a member only where it defines it. */
const FUNCTION = '(?=[ \\t]*(?:async[ \\t]*)?(?:function|\\([^()\\n]{0,200}\\)[^\\n=]{0,80}=>|[\\p{L}_$][\\p{L}\\p{N}_$]*[ \\t]*=>))';

/** Whether code assigns to a member as a query writes it, at the beginning of a line, or a function: `res.json = function`, `Agent.prototype.dispatch = …`. @param name as in `assigns`, and what is around it too */
export function assignsMember(code: string, { name, within }: { readonly name: string; readonly within: readonly string[] }): boolean {
  if (!code.includes(name)) return false;
  const around = within.map((part) => `${escaped(part)}\\.`).join('');
  const member = `(?:(?:module|exports|window)\\.){0,2}${around}(?:prototype\\.)?${escaped(name)}`;
  return new RegExp(`^(?:${member}${ASSIGNED}|[ \\t]+${member}[ \\t]*=${FUNCTION})`, 'mu').test(code);
}

function escaped(name: string): string {
  return name.replaceAll('$', '\\$');
}
