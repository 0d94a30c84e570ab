import {
  codesIn,
  contentConditions,
  saidAsOne,
  signedNames,
  withoutCodes,
  writingsOfNumbers,
  type ContentConditions,
} from '@tributary/ranking';
import type { SearchPlan } from '../plan/plan.js';

/** What is looked for letter by letter, all of it in one passage. */
export interface SaidLiterally extends Pick<ContentConditions, 'passes'> {
  /** Each in the ways an index may have its words. Passages with the rarest word of each way of one of them are looked at. */
  readonly sought: readonly (readonly [string, ...string[]])[];
}

/** What is looked for letter by letter beyond the lanes' candidates: what must occur, else the names with signs, the numbers written as one and each code, of which the lanes know the parts alone.
 *  @param text of the query, with its numbers as they are looked for */
export function saidLiterally(
  { query: { phrases, excluded }, request: { algorithm } }: SearchPlan,
  text: string,
): readonly SaidLiterally[] {
  const operators = contentConditions({ phrases, excluded });
  if (phrases.length > 0) return [{ ...operators, sought: phrases.map((phrase) => [phrase] as const) }];
  if (algorithm !== 'hybrid') return [];
  const names = [...new Set(signedNames(text))].map((name) => [name] as const);
  const codes = [...new Set(codesIn(text))].map((code) => [[code, code.replaceAll(' ', '')] as const]);
  return [names, writingsOfNumbers(withoutCodes(text)), ...codes]
    .filter(({ length }) => length > 0)
    .map((sought) => ({
      sought,
      passes: (passage) => operators.passes(passage) && saysAsOne(passage, sought),
    }));
}

/** In a passage they count as they are counted there later: of `example.net` none is `.net`, `C\#` is `C#`, and 1.2.3 is none of 1.2.3.4. */
function saysAsOne({ title, content }: Parameters<SaidLiterally['passes']>[0], sought: SaidLiterally['sought']): boolean {
  const wholes = sought.map(([whole]) => whole);
  const said = new Set([...saidAsOne(title, wholes), ...saidAsOne(content, wholes)]);
  return wholes.every((whole) => said.has(whole));
}

/** What was looked for together, as it is counted in texts; nothing where one of these is not known. */
export function wholesOf(literally: readonly SaidLiterally[], known: readonly string[]): readonly (readonly string[])[] {
  return literally.map(({ sought }) => sought.map(([whole]) => whole)).filter((wholes) => wholes.every((one) => known.includes(one)));
}
