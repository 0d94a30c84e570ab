import type { Catalog } from '@tributary/engines-port';

/** Whether a collection may be kept for one user: it is new, is kept for some already, or nobody but him and his source has anything in it. */
export async function isPrivateTo(
  { collections, documents }: Pick<Catalog, 'collections' | 'documents'>,
  name: string,
  { userId, sourceId }: { readonly userId: string; readonly sourceId: string },
): Promise<boolean> {
  const record = await collections.get(name);
  if (record === undefined || record.removed || record.users !== undefined) return true;
  for await (const { state, epoch, source, access } of documents.list({ collection: name })) {
    const isThere = state !== 'deleted' && epoch === record.epoch;
    if (isThere && source !== sourceId && access?.user_id !== userId) return false;
  }
  return true;
}
