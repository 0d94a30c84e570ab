import { isWithin, scopeOf, type Definition } from '../code/definition.js';
import type { Block } from '../text/block.js';

/** What the blocks of one passage define. */
export interface Named {
  /** The one thing it holds a part of or all of, or the innermost class whose beginning it is. */
  readonly definition?: Definition;
  /** Names of all that is defined in it, where that is more than `definition`. */
  readonly symbols: readonly string[];
}

/** Most passages of text define nothing. */
const NOTHING_NAMED: Named = { symbols: [] };

export function namedBy(blocks: readonly Block[]): Named {
  if (!blocks.some(({ definition, inside }) => definition !== undefined || inside !== undefined)) return NOTHING_NAMED;
  const all = [...new Set(blocks.flatMap(({ definition, inside = [] }) => (definition ? [definition, ...inside] : inside)))];
  const symbols = [...new Set(all.map(({ symbol }) => symbol))];
  const own = blocks.flatMap(({ definition }) => definition ?? []);
  const [first] = own;
  if (first === undefined || !own.every((definition) => isWithin(definition, first))) return { symbols };
  const definition = own.findLast(({ kind }) => kind === 'class' || kind === 'module') ?? first;
  return { definition, symbols: symbols.length > 1 ? symbols : [] };
}

/** Where a definition stands, as a filter can ask for it: `Outer.Inner`. */
export function scopeName(definition: Definition): string | undefined {
  const scope = scopeOf(definition);
  return scope.length === 0 ? undefined : scope.join('.');
}
