import type { SearchRequest } from '@tributary/contracts';
import type { Catalog } from '@tributary/engines-port';
import { mergeWriteTokens, parseWriteToken } from '@tributary/kernel/ids';

/** Names of the collections whose writes a request waits for, those of a source among them: what was just written may be in no sketch yet. */
export async function writtenCollections(
  { after = [] }: Pick<SearchRequest, 'after'>,
  { sources: rows }: Pick<Catalog, 'sources'>,
): Promise<ReadonlySet<string>> {
  const token = mergeWriteTokens([after].flat());
  if (token === undefined) return new Set();
  const { collections, sources } = parseWriteToken(token);
  const found = await Promise.all(Object.keys(sources).map((id) => rows.get(id)));
  return new Set([...Object.keys(collections), ...found.flatMap((source) => (source ? [source.route.code, source.route.docs] : []))]);
}
