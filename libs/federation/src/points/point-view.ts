import type { PointView, Principal } from '@tributary/contracts';
import type { CollectionRecord, StoredPoint } from '@tributary/engines-port';
import { cleanText } from '@tributary/ranking';
import { uriOf } from '../answer/to-hit.js';

/** A point under the names of ours. Where another program made it, only what its maker wrote as `original_id` is one. */
export function viewOf(
  { id, payload }: StoredPoint,
  {
    record: { name, adopted },
    principal,
  }: { readonly record: Pick<CollectionRecord, 'name' | 'adopted'>; readonly principal: Pick<Principal, 'unrestricted'> },
): PointView {
  const { doc_id, title, content, path, source, type, chunk_index, total_chunks, tags, created_at, modified_at, metadata = {} } = payload;
  const { lang, repo, module, user_id, acl } = payload;
  const given = metadata['original_id'];
  const original_id = adopted === undefined ? payload.original_id : given;
  return {
    id,
    uri: uriOf({ name, adopted }, payload),
    document: doc_id,
    title: cleanText(title),
    content: cleanText(content),
    chunk_index,
    total_chunks,
    metadata,
    ...(typeof original_id === 'string' ? { original_id } : {}),
    ...(path === undefined ? {} : { path: cleanText(path) }),
    ...(source === '' ? {} : { source }),
    ...(adopted === undefined ? { type } : {}),
    ...definedOf({ lang, repo, module }),
    ...(principal.unrestricted ? definedOf({ user_id, acl }) : {}),
    ...(tags === undefined ? {} : { tags }),
    ...(created_at === undefined ? {} : { created_at }),
    ...(modified_at === undefined ? {} : { modified_at }),
  };
}

function definedOf<T extends object>(fields: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  // safe: what is undefined was left out
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>;
  };
}
