import { collectionNameOf } from '@tributary/kernel/ids';

/** Its name where another collection has that one already. */
export function qualifiedName(engine: string, foreign: string): string {
  return collectionNameOf(`${engine}.${foreign}`);
}
