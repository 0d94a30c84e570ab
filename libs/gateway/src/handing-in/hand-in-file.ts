import { postedSections, textSection, type DocumentInput, type DocumentOutcome, type FileQuery } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import type { HandingIn } from './hand-in.js';

/** Name and media type, as the sender gave them. */
interface FileKind {
  readonly name?: string;
  readonly mediaType?: string;
}

/** Text of a file, or why there is none. */
type FileText =
  | {
      readonly extracted: true;
      readonly format: string;
      readonly text: string;
      readonly title?: string;
      readonly authors?: readonly string[];
      /** ISO 8601. */
      readonly createdAt?: string;
      readonly modifiedAt?: string;
      /** Pages, slides, sheets and the like, in order. */
      readonly sections?: readonly Parameters<typeof textSection>[0][];
      readonly metadata: Readonly<Record<string, string | number | readonly string[]>>;
    }
  | { readonly extracted: false; readonly reason: string; readonly detail: string };

/** Turns files into text, in a process of its own and within budgets of size, time and memory. */
export interface FileExtractor {
  /** By name and media type alone; undefined for what is not extracted. */
  formatOf(file: FileKind): string | undefined;
  extract(file: FileKind & { readonly bytes: Uint8Array }, signal?: AbortSignal): Promise<FileText>;
}

interface PostedFile {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  readonly query: FileQuery;
}

/** Refuses a file that could not be handed in anyway, before it is read. @throws `DOCUMENT.MEDIA_TYPE`, and what handing in nothing throws */
export async function requireExtractable(
  extractor: FileExtractor | undefined,
  { mediaType, query: { name } }: Pick<PostedFile, 'mediaType'> & { readonly query: { readonly name?: string | undefined } },
  { operations, caller }: HandingIn,
): Promise<FileExtractor> {
  // Whoever may not write, or while there is no room, need not send it.
  await operations.ingestDocuments([], caller);
  if (extractor?.formatOf({ mediaType, ...(name === undefined ? {} : { name }) }) !== undefined) return extractor;
  const hint = name === undefined ? 'name the file (?name=report.pdf), or send' : 'send';
  throw permanent(
    'DOCUMENT.MEDIA_TYPE',
    `No text is extracted from ${mediaType}: ${hint} one of the formats of docs/formats.md, a text as JSON in "content", or lines of JSON as application/x-ndjson.`,
  );
}

/** Hands the text of a file in as one document. What cannot be extracted is refused with the reason, as a line would be. */
export async function handInFile(
  extractor: FileExtractor,
  { bytes, mediaType, query }: PostedFile,
  { operations, caller }: HandingIn,
): Promise<readonly DocumentOutcome[]> {
  const { name, id = name } = query;
  if (id === undefined) throw permanent('REQUEST.INVALID', 'id: give the document an id, or the file a name.');
  const text = await extractor.extract({ bytes, mediaType, ...(name === undefined ? {} : { name }) }, caller.signal);
  if (text.extracted) return operations.ingestDocuments([documentOf(text, { ...query, id })], caller);
  const code = `DOCUMENT.${text.reason.replaceAll('-', '_').toUpperCase()}`;
  return [{ id, collection: query.collection, status: 'refused', error: { code, message: text.detail } }];
}

function documentOf(
  { format, text, title: ownTitle, authors, createdAt, modifiedAt, sections = [], metadata }: FileText & { readonly extracted: true },
  { collection, id, name, version, user_id, title = ownTitle ?? name }: FileQuery & { readonly id: string },
): DocumentInput {
  const told = Object.entries(metadata).map(([field, value]) => [field, typeof value === 'object' ? value.join(', ') : value] as const);
  return {
    v: 1,
    collection,
    id,
    content: text,
    type: 'doc',
    ...(title === undefined ? {} : { title }),
    ...(name === undefined ? {} : { path: name }),
    ...(version === undefined ? {} : { version }),
    ...(user_id === undefined ? {} : { user_id }),
    ...(createdAt === undefined ? {} : { created_at: createdAt }),
    ...(modifiedAt === undefined ? {} : { modified_at: modifiedAt }),
    ...(sections.length === 0 ? {} : { sections: postedSections(sections.map(textSection)) }),
    metadata: {
      ...Object.fromEntries(told),
      format,
      ...(authors === undefined ? {} : { author: authors.join(', ') }),
      ...(createdAt === undefined ? {} : { created: createdAt }),
      ...(modifiedAt === undefined ? {} : { modified: modifiedAt }),
    },
  };
}
