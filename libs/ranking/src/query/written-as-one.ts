import { STOP_WORDS } from '../analysis/stop-words.js';
import { codesIn, codesSaid, withoutCodes } from './codes.js';
import { numberSequences, sequencesSaid, withoutSequences, writingsOfNumbers } from './number-sequences.js';
import { onlyAsks } from './question-words.js';
import { signedNames, withoutSignedNames } from './signed-names.js';

const WORDS = /[\p{L}\p{M}\p{N}_]+/gu;

/** What a query writes as one and the index knows in parts: numbers, names with their signs, and codes. Each as often as the query says it, with a space between its parts. */
export function writtenAsOne(query: string): readonly string[] {
  return [...numberSequences(withoutCodes(query)), ...signedNames(query), ...codesIn(query)];
}

/** Those that a text says, in whatever way; long numbers in groups only of these.
 *  @param asked as `writtenAsOne` tells them */
export function saidAsOne(text: string, asked: readonly string[]): readonly string[] {
  return [...sequencesSaid(text, asked), ...signedNames(text), ...codesSaid(text, asked)];
}

/** Where a query says these and no other word but those that only ask, each once, an amount without its places; none where it says more. */
export function saidAlone(query: string): readonly string[] {
  const others = withoutSequences(withoutSignedNames(query)).toLowerCase().match(WORDS) ?? [];
  if (!others.every((word) => STOP_WORDS.has(word) || onlyAsks(word))) return [];
  return [...new Set([...signedNames(query), ...writingsOfNumbers(query).map(([whole]) => whole)])];
}
