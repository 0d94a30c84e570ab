import { encodingHint, permanent, retryable, type TributaryError } from '@tributary/kernel';

/** The same whether it never was, is gone, or belongs to somebody else. */
export function noSuchDocument(uri: string): TributaryError {
  return permanent('DOCUMENT.NOT_FOUND', `There is no document ${uri}. Search for it: every hit carries its uri.${encodingHint(uri)}`, {
    category: 'not_found',
  });
}

/** @param path as it was written @param alike addresses of documents whose paths end as this one does */
export function noSuchPath(path: string, alike: readonly string[]): TributaryError {
  const others = alike.length === 0 ? '' : ` Paths that end alike: ${alike.join(', ')}.`;
  return permanent(
    'DOCUMENT.NOT_FOUND',
    `No document has the path ${path}. Search for it by its name: every hit carries its uri.${others}`,
    { category: 'not_found' },
  );
}

/** @param path as it was written @param uris at most so many as are shown @param hasMore whether there are others */
export function severalDocuments(path: string, uris: readonly string[], hasMore: boolean): TributaryError {
  return permanent(
    'DOCUMENT.AMBIGUOUS',
    `Several documents have the path ${path}: ${uris.join(', ')}${hasMore ? ' and more' : ''}. Fetch the one that is meant by its uri, or write more of its path.`,
    { category: 'conflict' },
  );
}

export function noSuchChunk(uri: string, chunks: number): TributaryError {
  const last = (chunks - 1).toString();
  return permanent('DOCUMENT.NOT_FOUND', `The document has no passage ${uri}: its passages are #0 to #${last}.`, { category: 'not_found' });
}

export function noSuchLines(lastLine: number): TributaryError {
  return permanent(
    'RANGE.INVALID',
    `No such lines: the document has lines 1 to ${lastLine.toString()}, and start_line may not be after end_line.`,
  );
}

export function documentStale(uri: string): TributaryError {
  return retryable('DOCUMENT.STALE', `${uri} is being replaced and no whole version could be read (stale). Fetch it again in a moment.`);
}
