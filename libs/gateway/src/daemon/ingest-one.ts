import { sharedPages, type CallContext, type Operations, type SourceInput } from '@tributary/contracts';
import { encodeDocumentKey, formatDocumentUri, permanent, retryable } from '@tributary/kernel';
import { basename } from 'node:path';

/** As long as a call of the API may wait. */
export const WAIT_MS = 600_000;

/** Indexes one file or page and waits until it is searchable. @returns its chunks
 *  @throws `DOCUMENT.NOT_INDEXED` with what kept it out, `DAEMON.STILL_INDEXING` */
export async function ingestOne(
  operations: Operations,
  { location, kind, collection }: Pick<SourceInput, 'location' | 'kind'> & { readonly collection: string },
  context: CallContext,
): Promise<number> {
  const { source, finished } = await operations.addSource({ location, kind, collection, wait_ms: WAIT_MS }, context);
  if (!finished) throw stillIndexing();
  if (source.documents + sharedPages(source) === 0) {
    const [why = 'nothing in it is text'] = [source.reason, ...Object.keys(source.skipped)].filter((reason) => reason !== undefined);
    throw permanent('DOCUMENT.NOT_INDEXED', `${location} was not indexed: ${why}.`);
  }
  const key = source.kind === 'web' ? source.location : `${source.name}/${basename(source.location)}`;
  const uri = formatDocumentUri({ collection, key: encodeDocumentKey(key) });
  return (await operations.fetch({ uri, token_budget: 50 }, context)).chunks;
}

export function stillIndexing() {
  return retryable(
    'DAEMON.STILL_INDEXING',
    'It takes longer than a call may wait and goes on in the background: GET /status shows how far it is.',
  );
}
