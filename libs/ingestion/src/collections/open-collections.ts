import type { Principal } from '@tributary/contracts';
import { mayRead, mayUse, type CollectionRecord } from '@tributary/engines-port';
import { permanent } from '@tributary/kernel';

/** Refuses a collection that its caller may not know of, in the same words as one that is not granted. @throws `ACCESS.DENIED` */
export function requireOpen(record: CollectionRecord | undefined, writer: Principal | undefined): void {
  if (record !== undefined && writer !== undefined && !mayRead(writer, record)) throw notOpen(record.name);
}

/** The same for who stores something, where one that others made and keep to themselves is open: he comes to know of it. @throws `ACCESS.DENIED` */
export function requireUsable(record: CollectionRecord | undefined, writer: Principal | undefined): void {
  if (record !== undefined && writer !== undefined && !mayUse(writer, record)) throw notOpen(record.name);
}

export function notOpen(name: string) {
  return permanent('ACCESS.DENIED', `The token does not open the collection ${name}: choose another one.`, { category: 'denied' });
}
