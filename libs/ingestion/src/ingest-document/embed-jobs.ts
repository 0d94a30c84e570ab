import type { DocumentToChunk } from '@tributary/chunking';
import type { DocumentHeader, QueueData, embedChunksQueue } from '@tributary/contracts';
import type { DocumentRecord } from '@tributary/engines-port';
import { sha256Hex } from '@tributary/kernel/ids';
import type { CutDocument } from '../cut-documents/cut-document.js';
import type { DocumentCutter } from '../cut-documents/document-cutter.js';
import { isOnePassage, type DocumentContent } from './document-content.js';
import { originalRanges } from './original-ranges.js';
import { partChunks } from './part-chunks.js';
import { placesOf } from './places-of.js';

type EmbedJob = QueueData<typeof embedChunksQueue>;

/** Cuts a document into chunks and these into the jobs of the embedder. One with a vector of its own stays in one piece. */
export async function embedJobs(row: DocumentRecord, content: DocumentContent, cutter: DocumentCutter): Promise<readonly EmbedJob[]> {
  const { fields, hash, source, pointId, readBy } = content;
  const cut = isOnePassage(content) ? onePassage(content) : await cutter.cut(documentOf(content));
  const { collection, key, doc_id, version, epoch, vectors_from } = row;
  const placeAt = placesOf(content.sections);
  const rangeOf = originalRanges(content.moved);
  const chunks = cut.chunks.map((chunk) =>
    chunk.range === undefined ? chunk : { ...chunk, range: rangeOf(chunk.range), ...placeAt(chunk.range.start[0]) },
  );
  const parts = partChunks(chunks);
  const document: DocumentHeader = {
    ...fields,
    collection,
    key,
    doc_id,
    version,
    hash,
    ...(parts.length === 1 ? {} : { cut: sha256Hex(JSON.stringify(parts)) }),
    epoch,
    source,
    title: fields.title ?? cut.title,
    lang: content.language ?? fields.lang ?? cut.lang,
    ...(readBy === undefined ? {} : { read_by: readBy }),
    ...(pointId === undefined ? {} : { point_id: pointId }),
    ...(cut.notes === undefined ? {} : { notes: [...cut.notes] }),
    ...(vectors_from === undefined ? {} : { vectors_from }),
  };
  return parts.map((part, index) => ({
    document,
    chunks: [...part],
    total_chunks: chunks.length,
    part: { index, count: parts.length },
  }));
}

function documentOf({ text, fields: { type, path, lang, title } }: DocumentContent): DocumentToChunk {
  return {
    text,
    type,
    ...(path === undefined ? {} : { path }),
    ...(lang === undefined ? {} : { lang }),
    ...(title === undefined ? {} : { title }),
  };
}

/** The hash tells the vector, too, so that it is never taken for that of a text. Other programs embed texts without their titles. */
function onePassage({ text, fields, vector, isWhole = false }: DocumentContent): CutDocument {
  const title = fields.title ?? '';
  const heading = isWhole ? '' : title;
  const hash = sha256Hex(vector === undefined ? text : `${vector.join(' ')}\n${text}`);
  const given = vector === undefined ? {} : { vector: [...vector] };
  return { title, chunks: [{ n: 0, content: text, heading, chunk_type: 'block', hash, ...given }] };
}
