import type { Principal } from '@tributary/contracts';
import { audienceOf, documentRecordKey, isKnownTo, type Catalog, type CollectionRecord } from '@tributary/engines-port';
import type { Submission } from './candidate-of.js';
import { isOwnerUnsaid } from './claim-place.js';
import { decideAcceptance } from './decide-acceptance.js';

/** Nothing but a date depends on it. */
const ANY_TIME = { now: 0, leastVersion: 0 };

/** What is handed in, and by whom. */
interface HandedIn {
  readonly submissions: readonly Submission[];
  /** Left out: somebody who may replace anything. */
  readonly writer?: Principal | undefined;
  /** Id of the source; left out: none. */
  readonly source?: string | undefined;
  /** True: nothing but itself is replaced. */
  readonly isOnlyNew?: boolean | undefined;
}

/** Who is to know of a collection by what is handed in: those who may read what is stored of it. What says nothing, is older than what is there, or may not
 *  stand in its place, is not.
 *  @param record undefined: nothing is there yet
 *  @returns names as lists of readers have them */
export async function toldBy(
  { documents }: Pick<Catalog, 'documents'>,
  record: CollectionRecord | undefined,
  { submissions, writer, source = '', isOnlyNew = false }: HandedIn,
): Promise<readonly string[]> {
  const telling = submissions.filter(({ isBlank = false }) => !isBlank);
  if (record === undefined || isKnownTo(record, namesOf(telling))) return namesOf(telling);
  const rows = await documents.getMany(telling.map(({ collection, key }) => documentRecordKey(collection, key)));
  const isStored = (submission: Submission, at: number) => {
    const present = rows[at];
    const { status } = decideAcceptance(present, { ...submission, epoch: record.epoch, source, writer, isOnlyNew }, ANY_TIME);
    // Whose such a document is only its source says, which is not asked here.
    const isUnsure = present !== undefined && isOwnerUnsaid(present);
    return status !== 'superseded' && (status !== 'taken' || isUnsure);
  };
  return namesOf(telling.filter(isStored));
}

function namesOf(submissions: readonly Submission[]): readonly string[] {
  return [...new Set(submissions.flatMap(({ pending = {} }) => audienceOf(pending)))];
}
