import type { Principal } from '@tributary/contracts';
import { mayRead, type CollectionRecord } from '@tributary/engines-port';
import { permanent } from '@tributary/kernel';

/** Refuses a collection that its caller may not know of, in the same words as one that is not granted. @throws `ACCESS.DENIED` */
export function requireOpen(record: CollectionRecord | undefined, writer: Principal | undefined): void {
  if (record !== undefined && writer !== undefined && !mayRead(writer, record)) throw notOpen(record.name);
}

export function notOpen(name: string) {
  return permanent('ACCESS.DENIED', `The token does not open the collection ${name}: choose another one.`, { category: 'denied' });
}
