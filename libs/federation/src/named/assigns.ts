/** Words before a name that is declared: `export const`, `public static final String`. */
const DECLARED = '[ \\t]*(?:[\\p{L}\\p{N}_@#.<>,[\\]]{1,60}[ \\t]+){1,6}';
/** A type behind it, and the sign of an assignment; no comparison and no arrow. */
const ASSIGNED = '[ \\t]*(?::[^\\n=]{1,200})?=(?![=>~])';

/** Whether code gives a constant or a variable of this name its value, in any language that writes names before values: at the head of a line, behind words that declare it or
 *  where the line is not indented; or as a macro of C. @param name letters, digits, `_` and `$` */
export function assigns(code: string, name: string): boolean {
  if (!code.includes(name)) return false;
  const written = name.replaceAll('$', '\\$');
  return new RegExp(`^(?:${DECLARED})?${written}${ASSIGNED}|^#define[ \\t]+${written}(?![\\p{L}\\p{N}_$])`, 'mu').test(code);
}
