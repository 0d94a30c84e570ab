import { postedSections, textSection, type DocumentInput } from '@tributary/contracts';
import { maskFields } from '@tributary/hygiene';
import { MIB, permanent, utf8Bytes } from '@tributary/kernel';
import { DEFAULT_BUDGETS, DocumentExtractor } from '@tributary/sources-extraction';
import { userConfigFolder } from '@tributary/platform';
import { FolderReader, gitExcludesFile } from '@tributary/sources-folder';
import { HeadedFilesReader } from '@tributary/sources-notes';
import type { ReadDocument, SourceReader } from '@tributary/sources-port';
import { collectionsOf, type NamedPath } from './posted-names.js';

/** Documents that are posted together. */
export interface FolderBatch {
  readonly documents: readonly DocumentInput[];
}

interface FolderReading {
  readonly collection: string | undefined;
  readonly signal: AbortSignal;
  /** Counts a file that is left out. */
  readonly onSkip: (reason: string) => void;
}

interface PostedAs {
  readonly name: string;
  readonly path: string;
  readonly route: ReturnType<typeof collectionsOf>;
}

const MOST_DOCUMENTS = 200;
const MOST_BYTES = MIB;

/** Reads a folder or file of this machine for a server that cannot: documents with the same keys and collections as if the server had read it. @throws `SOURCE.NOT_FOUND` */
export async function* readFolder(path: NamedPath, reading: FolderReading): AsyncGenerator<FolderBatch, void> {
  const extractor = new DocumentExtractor();
  try {
    const documents = { extractor, maxBytes: DEFAULT_BUDGETS.maxBytes };
    const excludesFile = (repository: string) => gitExcludesFile(repository, { configFolder: userConfigFolder() });
    yield* readBatches(new HeadedFilesReader(new FolderReader({ documents, excludesFile })), path, reading);
  } finally {
    await extractor.close();
  }
}

async function* readBatches(
  reader: SourceReader,
  { location, name }: NamedPath,
  { collection, signal, onSkip }: FolderReading,
): AsyncGenerator<FolderBatch, void> {
  const root = await reader.inspect(location);
  if (!root.usable) {
    throw permanent('SOURCE.NOT_FOUND', `${location} cannot be read (${root.reason}): give a folder or a file of this machine.`, {
      category: 'not_found',
    });
  }
  const route = collectionsOf(name, collection);
  let documents: DocumentInput[] = [];
  let bytes = 0;
  for await (const entry of reader.scan(root.location, { signal })) {
    const file = entry.found ? await reader.read(root.location, entry.path, { signal }) : { read: false as const, reason: entry.reason };
    if (!file.read) {
      onSkip(file.reason);
      continue;
    }
    const document = toPosted(file, { name, path: entry.path, route });
    const size = utf8Bytes(file.text) + utf8Bytes(JSON.stringify(document.sections ?? []));
    if (documents.length >= MOST_DOCUMENTS || (documents.length > 0 && bytes + size > MOST_BYTES)) {
      yield { documents };
      documents = [];
      bytes = 0;
    }
    bytes += size;
    documents.push(document);
  }
  if (documents.length > 0) yield { documents };
}

/** Of what is handed in a server takes metadata as they are, so that secrets in front matter are masked before they leave this machine. */
function toPosted(file: ReadDocument, { name, path, route }: PostedAs): DocumentInput {
  const { text, type, lang, title, tags, createdAt, modifiedAt, metadata, mtimeMs, sections = [] } = file;
  return {
    v: 1,
    collection: type === 'code' ? route.code : route.docs,
    id: `${name}/${path}`,
    path,
    type,
    content: text,
    modified_at: modifiedAt ?? new Date(mtimeMs).toISOString(),
    ...(lang === undefined ? {} : { lang }),
    ...(title === undefined ? {} : { title }),
    ...(tags === undefined ? {} : { tags: [...tags] }),
    ...(createdAt === undefined ? {} : { created_at: createdAt }),
    ...(sections.length === 0 ? {} : { sections: postedSections(sections.map(textSection)) }),
    ...(metadata === undefined ? {} : { metadata: maskFields(metadata).fields }),
  };
}
