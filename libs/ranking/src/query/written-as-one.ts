import { STOP_WORDS } from '../analysis/stop-words.js';
import { numberSequences, sequencesSaid, withoutSequences, writingsOfNumbers } from './number-sequences.js';
import { onlyAsks } from './question-words.js';
import { signedNames, withoutSignedNames } from './signed-names.js';

const WORDS = /[\p{L}\p{M}\p{N}_]+/gu;

/** What a query writes as one and the index knows in parts: numbers, and names with their signs. Each as often as the query says it, with a space between its parts. */
export function writtenAsOne(query: string): readonly string[] {
  return [...numberSequences(query), ...signedNames(query)];
}

/** Those that a text says, in whatever way; long numbers in groups only of these.
 *  @param asked as `writtenAsOne` tells them */
export function saidAsOne(text: string, asked: readonly string[]): readonly string[] {
  return [...sequencesSaid(text, asked), ...signedNames(text)];
}

/** Where a query says these and no other word but those that only ask, each once, an amount without its places; none where it says more. */
export function saidAlone(query: string): readonly string[] {
  const others = withoutSequences(withoutSignedNames(query)).toLowerCase().match(WORDS) ?? [];
  if (!others.every((word) => STOP_WORDS.has(word) || onlyAsks(word))) return [];
  return [...new Set([...signedNames(query), ...writingsOfNumbers(query).map(([whole]) => whole)])];
}
