import { numberSequences, sequencesSaid } from './number-sequences.js';
import { signedNames } from './signed-names.js';

/** What a query writes as one and the index knows in parts: numbers, and names with their signs. Each as often as the query says it, with a space between its parts. */
export function writtenAsOne(query: string): readonly string[] {
  return [...numberSequences(query), ...signedNames(query)];
}

/** Those that a text says, in whatever way. */
export function saidAsOne(text: string): readonly string[] {
  return [...sequencesSaid(text), ...signedNames(text)];
}
