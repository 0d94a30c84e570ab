import { termIdsOf } from '../analysis/tokens.js';
import { isMereWord } from './named-definition.js';

const RUNS = /[\p{L}\p{M}\p{N}_$]+/gu;
/** Of a longer query the first ones. */
const MOST = 16;

/** An identifier of a query, as it is written, and the term that it is as a whole. */
export interface Identifier {
  readonly name: string;
  readonly id: number;
}

/** What a query says that is no word of a language: `rowCount`, `send_file`. */
export function identifiersIn(text: string): readonly Identifier[] {
  const names = [...new Set(text.match(RUNS))].filter((run) => !isMereWord(run)).slice(0, MOST);
  return names.flatMap((name) => {
    const [id, ...parts] = termIdsOf(name);
    return id === undefined || parts.length === 0 ? [] : [{ name, id }];
  });
}
