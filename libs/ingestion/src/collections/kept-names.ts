import { isOneOfMany, type Principal } from '@tributary/contracts';
import type { CollectionRecord } from '@tributary/engines-port';
import { permanent } from '@tributary/kernel';
import { notesCollectionOf } from '../sources/registering/source-identity.js';
import { isKnownToHimAlone } from './described-by.js';

type Kept = Pick<CollectionRecord, 'users' | 'known_to' | 'removed'>;

/** Who wants a collection, and for what. */
interface Claim {
  /** Left out: who may write for others. */
  readonly writer?: Principal | undefined;
  /** It is called after him, as collections for notes of one user are. */
  readonly isCalledAfterHim?: boolean | undefined;
  /** A source that is registered fills it already. */
  readonly isFilledAlready?: boolean | undefined;
}

const [FIRST, LAST] = ['nextcloud-', '-notes'];

/** Refuses that somebody among others fills, makes or describes what is called as collections for the notes of one user are, unless he is that user, whether or not there is one.
 *  @throws `ACCESS.DENIED` */
export function requireOwnName(name: string, record: Kept | undefined, { writer, isCalledAfterHim, isFilledAlready }: Claim): void {
  if (writer === undefined || isCalledAfterHim === true || (isFilledAlready === true && record?.removed !== true)) return;
  const kept = keptName(name);
  if (kept === undefined || !isOneOfMany(writer) || isHis(kept, record, writer) || writer.collections.includes(name)) return;
  throw permanent(
    'ACCESS.DENIED',
    `The name ${name} is kept for the notes of one user of a Nextcloud: he alone, the owner and tokens with the scope admin write there. Choose another one.`,
    { category: 'denied' },
  );
}

/** The name with what surrounds the user in it in small letters, as folders and vaults may not have it; undefined: any other name. */
function keptName(name: string): string | undefined {
  const small = name.toLowerCase();
  if (small.length <= FIRST.length + LAST.length || !small.startsWith(FIRST) || !small.endsWith(LAST)) return undefined;
  return `${FIRST}${name.slice(FIRST.length, -LAST.length)}${LAST}`;
}

/** By his name, or since it was made for him under one that he got before or beside, or that was chosen for his notes. */
function isHis(name: string, record: Kept | undefined, writer: Principal): boolean {
  const { user_id: user } = writer;
  if (user === undefined) return false;
  return (
    notesCollectionOf(user) === name ||
    record?.users?.includes(user) === true ||
    (record !== undefined && isKnownToHimAlone(record, writer))
  );
}
