import { CollectionName } from '@tributary/contracts';
import type { Engines } from '@tributary/engines-port';
import { permanent } from '@tributary/kernel';

/** Where a move ends. */
export interface Place {
  readonly engine: string;
  readonly collection: string;
}

/** Reads the target of a move: an engine, `<engine>/<name>`, or a new name on the engine of the source.
 *  @throws `ENGINE.UNKNOWN`, `COLLECTION.NAME_INVALID` */
export function parseTarget(to: string, source: Place, engines: Engines): Place {
  const [first = '', second] = to.split('/');
  if (second !== undefined) return { engine: engines.get(first).name, collection: requireName(second) };
  if (engines.all().some(({ name }) => name === first)) return { engine: first, collection: source.collection };
  return { engine: source.engine, collection: requireName(first) };
}

/** Reads the source of a move: `<name>` or `<engine>/<name>`. */
export function parseSource(from: string): { readonly collection: string; readonly engine?: string } {
  const [first = '', second] = from.split('/');
  return second === undefined ? { collection: first } : { engine: first, collection: second };
}

function requireName(name: string): string {
  const parsed = CollectionName.safeParse(name);
  if (parsed.success) return name;
  throw permanent('COLLECTION.NAME_INVALID', parsed.error.issues[0]?.message ?? 'Not a name of a collection.');
}
