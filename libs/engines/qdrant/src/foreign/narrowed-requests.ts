import type { Schemas } from '@qdrant/js-client-rest';
import { hasCode } from '@tributary/kernel';
import type { Call, PointStore } from '../points/point-store.js';
import { conditionsIn } from './foreign-filter.js';

interface Narrowing extends Call {
  readonly must: readonly Schemas['Condition'][];
  /** Conditions that no server refuses. */
  readonly always: readonly Schemas['Condition'][];
}

/** Asks with all conditions that narrow down. A server in strict mode refuses those on fields without an index: then it narrows down by the others. */
export async function narrowed<T>(
  store: PointStore,
  { must, always, ...call }: Narrowing,
  ask: (filter: Schemas['Filter']) => Promise<T>,
): Promise<T> {
  try {
    return await ask({ must: [...always, ...must] });
  } catch (error) {
    if (!hasCode(error, 'ENGINE.REFUSED')) throw error;
  }
  const taken = await takenOf(store, { must: [...must] }, call);
  try {
    return await ask({ must: [...always, ...taken] });
  } catch (error) {
    if (!hasCode(error, 'ENGINE.REFUSED')) throw error;
    return ask({ must: [...always] });
  }
}

/** The conditions that the server takes by themselves. */
async function takenOf(store: PointStore, filter: Schemas['Filter'], call: Call): Promise<readonly Schemas['Condition'][]> {
  const isTaken = async (condition: Schemas['Condition']) => {
    try {
      await store.scroll({ ...call, filter: { must: [condition] }, limit: 1 });
      return [condition];
    } catch (error) {
      if (hasCode(error, 'ENGINE.REFUSED')) return [];
      throw error;
    }
  };
  return (await Promise.all(conditionsIn(filter).map(isTaken))).flat();
}
