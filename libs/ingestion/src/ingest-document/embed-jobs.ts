import { chunkDocument } from '@tributary/chunking';
import type { ChunkToEmbed, DocumentHeader, QueueInput, embedChunksQueue } from '@tributary/contracts';
import type { DocumentRecord } from '@tributary/engines-port';
import { sha256Hex } from '@tributary/kernel/ids';
import type { DocumentContent } from './document-content.js';
import { partChunks } from './part-chunks.js';
import { placesOf } from './places-of.js';

type EmbedJob = QueueInput<typeof embedChunksQueue>;

/** Cuts a document into chunks and these into the jobs of the embedder. One with a vector of its own stays in one piece. */
export function embedJobs(row: DocumentRecord, content: DocumentContent): readonly EmbedJob[] {
  const { fields, hash, source, pointId } = content;
  const isWhole = content.vector !== undefined || content.isWhole === true;
  const cut = isWhole ? onePassage(content) : chunksOf(content);
  const { collection, key, doc_id, version, epoch } = row;
  const document: DocumentHeader = {
    ...fields,
    collection,
    key,
    doc_id,
    version,
    hash,
    epoch,
    source,
    title: fields.title ?? cut.title,
    lang: fields.lang ?? cut.lang,
    ...(pointId === undefined ? {} : { point_id: pointId }),
  };
  const { chunks } = cut;
  const parts = partChunks(chunks);
  return parts.map((part, index) => ({
    document,
    chunks: [...part],
    total_chunks: chunks.length,
    part: { index, count: parts.length },
  }));
}

interface Cut {
  readonly title: string;
  readonly lang?: string | undefined;
  readonly chunks: readonly ChunkToEmbed[];
}

function chunksOf({ text, fields, sections }: DocumentContent): Cut {
  const { path, lang, title } = fields;
  const cut = chunkDocument({
    text,
    type: fields.type,
    ...(path === undefined ? {} : { path }),
    ...(lang === undefined ? {} : { lang }),
    ...(title === undefined ? {} : { title }),
  });
  const placeAt = placesOf(sections);
  const chunks = cut.chunks.map(({ n, content, heading, chunk_type, sym, range }) => ({
    n,
    content,
    heading,
    chunk_type,
    sym,
    range: { start: position(range.start), end: position(range.end) },
    ...placeAt(range.start[0]),
    hash: sha256Hex(content),
  }));
  return { ...cut, chunks };
}

/** The hash tells the vector, too, so that it is never taken for that of a text. Other programs embed texts without their titles. */
function onePassage({ text, fields, vector, isWhole = false }: DocumentContent): Cut {
  const title = fields.title ?? '';
  const heading = isWhole ? '' : title;
  const hash = sha256Hex(vector === undefined ? text : `${vector.join(' ')}\n${text}`);
  const given = vector === undefined ? {} : { vector: [...vector] };
  return { title, chunks: [{ n: 0, content: text, heading, chunk_type: 'block', hash, ...given }] };
}

function position([line, column]: readonly [number, number]): [number, number] {
  return [line, column];
}
