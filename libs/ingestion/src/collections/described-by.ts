import { registrantOf, type Principal } from '@tributary/contracts';
import type { CollectionRecord } from '@tributary/engines-port';
import { permanent } from '@tributary/kernel';

/** What somebody says of a collection. */
interface Said {
  /** Left out: nothing. */
  readonly description?: string | undefined;
  readonly isGenerated?: boolean;
  /** Left out: the owner, or who has the scope admin. */
  readonly writer?: Principal | undefined;
}

/** Whether a collection is described so already. What the owner says becomes his, whoever said it before. */
export function isDescribedSo({ card, described_by }: CollectionRecord, { description, isGenerated = false, writer }: Said): boolean {
  if (description === undefined) return true;
  const isSame = card.description === description && card.description_generated === isGenerated;
  return isSame && (writer !== undefined || described_by === undefined);
}

/** Leaves the description of a collection to whoever made it, or knows of it alone: assistants of all who know of it read it. @throws `ACCESS.DENIED` */
export function requireDescribable(record: CollectionRecord, writer: Principal | undefined): void {
  if (writer === undefined || record.described_by === registrantOf(writer) || isKnownToHimAlone(record, writer)) return;
  throw permanent(
    'ACCESS.DENIED',
    `The collection ${record.name} is described by who made it, the owner of the server or a token with the scope admin: leave its description as it is, or ask one of them.`,
    { category: 'denied' },
  );
}

/** Whether nobody but this user, the owner and admins comes to a collection. */
export function isKnownToHimAlone(
  { users, known_to: known }: Pick<CollectionRecord, 'users' | 'known_to'>,
  { user_id: user }: Principal,
): boolean {
  if (user === undefined) return false;
  return (users?.length === 1 && users[0] === user) || (known?.length === 1 && known[0] === `user:${user}`);
}
