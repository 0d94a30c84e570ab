import { ACL_NOBODY, type PointView, type Principal } from '@tributary/contracts';
import type { CollectionRecord, StoredPoint } from '@tributary/engines-port';
import { cleanText } from '@tributary/ranking';
import { uriOf } from '../answer/to-hit.js';

/** A point under the names of ours. Where another program made it, only what its maker wrote as `original_id` is one. */
export function viewOf(
  { id, payload }: StoredPoint,
  {
    record: { name, adopted },
    principal,
  }: { readonly record: Pick<CollectionRecord, 'name' | 'adopted'>; readonly principal: Pick<Principal, 'unrestricted' | 'user_id'> },
): PointView {
  const { doc_id, title, content, path, source, type, chunk_index, total_chunks, tags, created_at, modified_at, metadata = {} } = payload;
  const { lang, repo, module, user_id, acl, page, section, range } = payload;
  const isOwn = principal.unrestricted || (user_id !== undefined && user_id === principal.user_id);
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
    ...definedOf({ lang, repo, module, page, section, line: range?.start[0] }),
    ...(isOwn ? definedOf({ user_id, acl: acl?.filter((name) => name !== ACL_NOBODY) }) : {}),
    ...(!isOwn && (user_id !== undefined || acl !== undefined) ? { restricted: true as const } : {}),
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
