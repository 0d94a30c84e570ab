import { audienceOf, documentRecordKey, isKnownTo, type Catalog, type CollectionRecord } from '@tributary/engines-port';
import type { Submission } from './candidate-of.js';
import { decideAcceptance } from './decide-acceptance.js';

/** Nothing but a date depends on it. */
const ANY_TIME = { now: 0, leastVersion: 0 };

/** Who is to know of a collection by what is handed in: those who may read what is stored of it. What says nothing, or is older than what is there, is not.
 *  @param record undefined: nothing is there yet
 *  @returns names as lists of readers have them */
export async function toldBy(
  { documents }: Pick<Catalog, 'documents'>,
  record: CollectionRecord | undefined,
  submissions: readonly Submission[],
): Promise<readonly string[]> {
  const telling = submissions.filter(({ isBlank = false }) => !isBlank);
  if (record === undefined || isKnownTo(record, namesOf(telling))) return namesOf(telling);
  const rows = await documents.getMany(telling.map(({ collection, key }) => documentRecordKey(collection, key)));
  const isStored = (submission: Submission, at: number) =>
    decideAcceptance(rows[at], { ...submission, epoch: record.epoch, source: '' }, ANY_TIME).status !== 'superseded';
  return namesOf(telling.filter(isStored));
}

function namesOf(submissions: readonly Submission[]): readonly string[] {
  return [...new Set(submissions.flatMap(({ pending = {} }) => audienceOf(pending)))];
}
