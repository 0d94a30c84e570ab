import type { CallToolResult } from '@modelcontextprotocol/server';
import type { SearchHit } from '@tributary/contracts';
import { oneLine } from '../../../tools/quoted-text.js';
import { storedMetadata } from '../../stored-metadata.js';
import { entryText } from '../entry.js';
import type { FindAnswer } from './find-answer.js';

/** One text a hit: a line without its content, or its entry below a headline; remarks last. Nothing where there is nothing to say. */
export function findResult({ query, mode, hits, remarks }: FindAnswer): CallToolResult {
  const head = mode === 'full' && hits.length > 0 ? [`Results for the query '${query}'`] : [];
  const texts = [...head, ...hits.map(mode === 'full' ? fullText : minimalText), ...remarks];
  return { content: texts.map((text) => ({ type: 'text', text })) };
}

/** `<id> · <collection> · <relevance> · <title> · <path or source>` */
function minimalText(hit: SearchHit): string {
  const { source } = hit.metadata;
  const place = hit.path ?? (typeof source === 'string' ? source : undefined);
  const also = otherCollections(hit);
  return [
    hit.id,
    hit.collection,
    hit.relevance.toFixed(2),
    oneLine(hit.title) || '(no title)',
    ...(place === undefined || place === '' ? [] : [oneLine(place, 600)]),
    ...(also.length === 0 ? [] : [`also in ${also.join(', ')}`]),
  ].join(' · ');
}

function fullText(hit: SearchHit): string {
  const { id, relevance, content, collection, path } = hit;
  const also = otherCollections(hit);
  return entryText({
    id,
    score: relevance,
    content,
    metadata: {
      ...(path === undefined ? {} : { path }),
      ...storedMetadata(hit),
      collection,
      ...(also.length === 0 ? {} : { also_in: also }),
    },
  });
}

/** The other collections in which near duplicates of a hit stand, each once. */
function otherCollections({ collection, also_in: uris = [] }: SearchHit): readonly string[] {
  const collections = new Set(uris.flatMap((uri) => /^tributary:\/\/([^/]+)\//.exec(uri)?.[1] ?? []));
  return [...collections].filter((other) => other !== collection);
}
