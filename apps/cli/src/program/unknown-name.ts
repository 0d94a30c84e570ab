import type { CallContext, Operations } from '@tributary/contracts';
import { hasCode, nearest, permanent, type TributaryError } from '@tributary/kernel';
import type { Connection } from '../connection/connection.js';

interface Unknown {
  readonly kind: 'collection' | 'source';
  readonly name: string;
  /** Who has more than one data folder may have asked another than he meant. */
  readonly place: string;
  /** What could have been meant. */
  readonly known: readonly string[];
}

/** Says that nothing has such a name, where, which name is nearest to it, and which command shows the ones there are. */
export function unknownName({ kind, name, place, known }: Unknown): TributaryError {
  const guess = nearest(name, known);
  const hint = guess === undefined ? ': ' : `: did you mean ${guess}? `;
  return permanent(
    kind === 'source' ? 'SOURCE.NOT_FOUND' : 'COLLECTION.NOT_FOUND',
    `There is no ${kind} ${name} ${place}${hint}"tributary ${kind}s" shows the ones there are.`,
    { category: 'not_found' },
  );
}

interface OnCollection<T> {
  readonly name: string;
  readonly call: CallContext;
  readonly work: (operations: Operations) => Promise<T>;
}

/** Does something with a collection that was named. @throws `COLLECTION.NOT_FOUND` with the name that may have been meant, and what the work throws */
export async function onCollection<T>(
  { operations, place }: Pick<Connection, 'operations' | 'place'>,
  { name, call, work }: OnCollection<T>,
): Promise<T> {
  try {
    return await work(operations);
  } catch (error) {
    if (!hasCode(error, 'COLLECTION.NOT_FOUND') && !hasCode(error, 'MIGRATION.NOT_FOUND')) throw error;
    const known = await namesOf(operations, call);
    // Another one that the work needs is missing, or who asks may not see which there are.
    throw known === undefined || known.includes(name) ? error : unknownName({ kind: 'collection', name, place, known });
  }
}

async function namesOf(operations: Operations, call: CallContext): Promise<readonly string[] | undefined> {
  try {
    return (await operations.listCollections(call)).map(({ name }) => name);
  } catch {
    return undefined;
  }
}
