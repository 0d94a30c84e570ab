import type { Principal } from '@tributary/contracts';
import type { CollectionRecord } from '@tributary/engines-port';
import { permanent } from '@tributary/kernel';
import { notesCollectionOf } from '../sources/registering/source-identity.js';

/** Refuses that somebody fills, makes or describes what is called as collections for the notes of one user are, unless he is that user, whether or not there is one.
 *  @param writer left out: who may write for others @throws `ACCESS.DENIED` */
export function requireOwnName(name: string, record: Pick<CollectionRecord, 'users'> | undefined, writer: Principal | undefined): void {
  if (writer === undefined || !isKeptForNotes(name) || isHis(name, record, writer) || writer.collections.includes(name)) return;
  throw permanent(
    'ACCESS.DENIED',
    `The name ${name} is kept for the notes of one user of a Nextcloud: he alone, the owner and tokens with the scope admin write there. Choose another one.`,
    { category: 'denied' },
  );
}

function isKeptForNotes(name: string): boolean {
  const [first, last] = ['nextcloud-', '-notes'];
  return name.length > first.length + last.length && name.startsWith(first) && name.endsWith(last);
}

/** By his name, or since it was made for him under one that he got before or beside. */
function isHis(name: string, record: Pick<CollectionRecord, 'users'> | undefined, { user_id: user }: Principal): boolean {
  return user !== undefined && (notesCollectionOf(user) === name || record?.users?.includes(user) === true);
}
