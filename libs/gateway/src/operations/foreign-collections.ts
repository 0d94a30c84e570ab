import { UNKNOWN_MODEL, isOneOfMany, visibleRows, type CollectionSummary, type Principal } from '@tributary/contracts';
import { hasCode } from '@tributary/kernel';
import type { Catalog, CollectionRecord, Engines, UnreadableCollection } from '@tributary/engines-port';

/** An engine that takes longer to count is shown as one that does not answer. */
const COUNT_LIMIT_MS = 1500;
const NOT_READABLE =
  'Its engine could not be asked: `tributary status` of whoever runs the server, or status with the scope admin, says why.';

interface ForeignReaders {
  readonly catalog: Catalog;
  readonly engines: Engines;
}

/** The row of a collection that another program made. Every point counts as a document: what belongs together only its maker knows. */
export async function summariseForeign(
  { catalog, engines }: ForeignReaders,
  record: CollectionRecord,
  principal: Principal,
): Promise<CollectionSummary> {
  const { name, engine, card } = record;
  const [counted, drift, bound] = await Promise.all([
    countPoints(engines, record, principal),
    catalog.drifts.get(name),
    catalog.collections.get(name),
  ]);
  const points = typeof counted === 'number' ? counted : 0;
  const isAdopted = bound?.adopted === record.adopted && bound?.engine === engine && !bound.removed;
  // Of one that was merely found nothing was handed in; the numbers would tell one of many users of documents of others.
  const failed = isAdopted && !isOneOfMany(principal) ? await catalog.documents.count({ collection: name, state: 'failed' }) : 0;
  return {
    name,
    engine,
    description: card.description,
    description_generated: card.description_generated,
    model: { name: card.model.name, dimension: card.model.dimension },
    documents: points,
    chunks: points,
    created_at: card.created_at,
    foreign: isAdopted ? 'adopted' : 'found',
    ...(failed > 0 ? { failed } : {}),
    ...readiness({ counted, drift: drift?.reason, copy: record.answered_by }),
  };
}

/** The row of a collection, or of all further ones of an engine, that cannot be looked at now.
 *  @param seesReasons whether the caller may learn addresses of engines, which reasons name */
export function summariseUnreadable(
  { name, engine, reason, status }: UnreadableCollection,
  { seesReasons }: { readonly seesReasons: boolean },
): CollectionSummary {
  const isAway = status === 'failed' || status === 'timed_out';
  return {
    name,
    engine,
    description: '',
    description_generated: false,
    model: { name: UNKNOWN_MODEL, dimension: 0 },
    documents: 0,
    chunks: 0,
    created_at: '',
    foreign: 'found',
    status: status === 'stale' ? 'indexing' : 'failed',
    status_reason: isAway && !seesReasons ? NOT_READABLE : reason,
  };
}

/** Points, or why there are none to count: its engine does not answer, or holds it no more. */
type Counted = number | 'away' | 'gone';

async function countPoints(engines: Engines, { engine, adopted = '', card }: CollectionRecord, principal: Principal): Promise<Counted> {
  const { user_id, acl } = card.fields ?? {};
  const visible = visibleRows(principal, { user_id: user_id !== undefined, acl: acl !== undefined });
  const signal = AbortSignal.timeout(COUNT_LIMIT_MS);
  try {
    if (visible !== undefined) return (await engines.get(engine).foreign?.open(adopted, card).count(visible, { signal })) ?? 'gone';
    const found = await engines.get(engine).foreign?.inspect(adopted, { signal });
    return found?.points ?? 'gone';
  } catch (error) {
    // An engine that is down makes one row of the list unreadable, not the list.
    return hasCode(error, 'COLLECTION.NOT_FOUND') ? 'gone' : 'away';
  }
}

/** What was noted of a collection says nothing while its engine is away. */
function readiness({
  counted,
  drift,
  copy,
}: {
  readonly counted: Counted;
  readonly drift: string | undefined;
  readonly copy: string | undefined;
}): Pick<CollectionSummary, 'status' | 'status_reason'> {
  const isThere = typeof counted === 'number';
  if (drift !== undefined && counted !== 'away') return { status: isThere ? 'stale' : 'failed', status_reason: drift };
  if (!isThere)
    return { status: 'failed', status_reason: 'The engine does not answer for this collection; `tributary status` shows the engines.' };
  if (copy === undefined) return { status: 'ready' };
  return {
    status: 'ready',
    status_reason: `its content was moved to ${copy}, which answers for it: it is searched only where it is named`,
  };
}
