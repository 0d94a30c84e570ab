import { allOf, conditionsOf, fieldsOf, type Condition, type Filter } from '@tributary/contracts';
import type { DocumentMatch, Engine } from '@tributary/engines-port';
import { formatDocumentUri } from '@tributary/kernel';
import { inBatches } from '../batching/in-batches.js';

/** What passages of one document may have of their own, as mails of a mailbox do. */
const DATES: ReadonlySet<string> = new Set(['created_at', 'modified_at']);
const IDS_PER_READ = 500;
/** Addresses that are told; more are counted. */
const MOST_TOLD = 10;

interface Asked {
  /** Physical name. */
  readonly collection: string;
  readonly filter: Filter;
  readonly matches: readonly DocumentMatch[];
}

/** Of documents with a passage that fits a filter those that have passages of other dates than it asks for. */
export async function datedInPart(
  engine: Pick<Engine, 'findDocuments'>,
  { collection, filter, matches }: Asked,
): Promise<ReadonlySet<string>> {
  const dates = askedOfDates(filter);
  const inPart = dates === undefined ? [] : matches.filter(({ fitting, points }) => fitting < points);
  const others = new Set(inPart.map(({ key }) => key));
  for (const batch of inBatches(inPart, IDS_PER_READ)) {
    const these = { must: [{ key: 'doc_id', match: { any: batch.map(({ docId }) => docId) } }] };
    for (const { key, fitting, points } of await engine.findDocuments(collection, { filter: allOf([these, dates]) ?? these }))
      if (fitting === points) others.delete(key);
  }
  return others;
}

/** The conditions of a filter that name a date, and all that one of these is an alternative to; undefined where none does. */
function askedOfDates(filter: Filter): Filter | undefined {
  if (!namesDate(filter)) return undefined;
  const { must, should, must_not, min_should } = filter;
  return {
    must: conditionsOf(must).filter(namesDate),
    must_not: conditionsOf(must_not).filter(namesDate),
    ...(should !== undefined && namesDate({ should }) ? { should } : {}),
    ...(min_should !== undefined && namesDate({ min_should }) ? { min_should } : {}),
  };
}

function namesDate(condition: Condition): boolean {
  return fieldsOf({ must: condition }).some((field) => DATES.has(field));
}

/** Says of these documents that they stay. */
export function notesOnDates(collection: string, keys: ReadonlySet<string>): readonly string[] {
  if (keys.size === 0) return [];
  const told = [...keys].slice(0, MOST_TOLD).map((key) => formatDocumentUri({ collection, key }));
  const more = keys.size > MOST_TOLD ? ` and ${(keys.size - MOST_TOLD).toString()} more` : '';
  const [stays, its, address, it] = keys.size === 1 ? ['stays', 'its', 'its address', 'it'] : ['stay', 'their', 'their addresses', 'them'];
  return [
    `${told.join(', ')}${more} ${stays}: only some of ${its} passages are of such dates, as mails of a mailbox have dates of their own. Give ${address} in ids to delete ${it} whole.`,
  ];
}
