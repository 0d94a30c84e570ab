import { chunkDocument } from '@tributary/chunking';
import type { DocumentHeader, QueueInput, embedChunksQueue } from '@tributary/contracts';
import type { DocumentRecord } from '@tributary/engines-port';
import { sha256Hex } from '@tributary/kernel/ids';
import type { DocumentContent } from './document-content.js';
import { partChunks } from './part-chunks.js';

type EmbedJob = QueueInput<typeof embedChunksQueue>;

/** Cuts a document into chunks and these into the jobs of the embedder. */
export function embedJobs(row: DocumentRecord, { text, fields, hash, source }: DocumentContent): readonly EmbedJob[] {
  const { path, lang, title } = fields;
  const cut = chunkDocument({
    text,
    type: fields.type,
    ...(path === undefined ? {} : { path }),
    ...(lang === undefined ? {} : { lang }),
    ...(title === undefined ? {} : { title }),
  });
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
    title: title ?? cut.title,
    lang: lang ?? cut.lang,
  };
  const chunks = cut.chunks.map(({ n, content, heading, chunk_type, sym, range }) => ({
    n,
    content,
    heading,
    chunk_type,
    sym,
    range: { start: position(range.start), end: position(range.end) },
    hash: sha256Hex(content),
  }));
  const parts = partChunks(chunks);
  return parts.map((part, index) => ({
    document,
    chunks: [...part],
    total_chunks: chunks.length,
    part: { index, count: parts.length },
  }));
}

function position([line, column]: readonly [number, number]): [number, number] {
  return [line, column];
}
