import type { Schemas } from '@qdrant/js-client-rest';
import { compileFilter, type PointSelector, type TextAnalyser } from '@tributary/engines-port';
import { IS_CHUNK, OWN } from '../points/layout.js';
import { payloadOf } from '../points/point-codec.js';
import type { Call, PointStore } from '../points/point-store.js';
import { isUuid } from '../points/uuid.js';
import { translateFilter } from './translate-filter.js';

/** The server's filter that admits exactly the chunks of a selector. What the server cannot say is checked here, on what it admits of the rest, and becomes
 *  a list of ids. @throws `FILTER.INVALID` */
export async function selectChunks(
  selector: PointSelector,
  { store, analyser, ...call }: Call & { readonly store: PointStore; readonly analyser: TextAnalyser },
): Promise<Schemas['Filter']> {
  const { ids, docId, chunks, filter = {} } = selector;
  const must: Schemas['Condition'][] = [IS_CHUNK];
  if (ids) must.push({ has_id: ids.map((id) => id.toLowerCase()).filter(isUuid) });
  if (docId !== undefined) {
    must.push({ key: 'doc_id', match: { value: docId.toWellFormed() } });
    if (chunks) must.push({ key: 'chunk_index', range: { gte: chunks.from, lte: chunks.to } });
  }
  const test = compileFilter(filter, analyser);
  const translated = translateFilter(filter);
  if (!isUnrestricted(translated.filter)) must.push(translated.filter);
  if (translated.isExact) return { must };
  const fitting: string[] = [];
  for await (const record of store.all({ ...call, filter: { must }, payload: { exclude: [OWN] } })) {
    const id = String(record.id);
    if (test({ id, payload: payloadOf(record) })) fitting.push(id);
  }
  return { must: [{ has_id: fitting }] };
}

function isUnrestricted(filter: Schemas['Filter']): boolean {
  return Object.values(filter).every((clause) => Array.isArray(clause) && clause.length === 0);
}
