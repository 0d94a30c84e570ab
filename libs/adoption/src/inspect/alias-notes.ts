import type { CallOptions, ForeignCollections } from '@tributary/engines-port';
import { isAbort } from '@tributary/kernel';

/** What is worth knowing of the other names of a collection, or of the one that is asked for. An engine that does not tell them costs nothing else. */
export async function aliasNotes(foreign: ForeignCollections, name: string, options: CallOptions): Promise<readonly string[]> {
  const aliases = (await foreign.aliases?.(options).catch(ignoredUnlessAborted)) ?? [];
  const target = aliases.find(({ alias }) => alias === name)?.collection;
  if (target !== undefined) {
    return [
      `${name} is an alias, of ${target} now: once its maker moves it to another collection, that one is searched, by its words a few minutes later.`,
    ];
  }
  const others = aliases.filter(({ collection }) => collection === name).map(({ alias }) => alias);
  if (others.length === 0) return [];
  return [
    `Other programs may call it ${others.join(', ')} (an alias): adopt that name instead (--collection ${others[0] ?? ''}) if its maker moves it to newer collections, saying again whose its rows are, and remove the card of ${name}, if it has one (tributary collections remove).`,
  ];
}

function ignoredUnlessAborted(error: unknown): readonly never[] {
  if (isAbort(error)) throw error;
  return [];
}
