import type { ReadDocument } from '@tributary/sources-port';
import type { Note } from './note-format.js';

/** More tags of one document are not kept. */
export const MOST_TAGS = 256;

/** Of the file or entry a note was read from. */
type Origin = Pick<ReadDocument, 'size' | 'mtimeMs' | 'notes'> & { readonly validator?: string };

/** A note as a document: in Markdown, modified when it says so, whatever the time of its file. */
export function toDocument(note: Note, { size, mtimeMs, notes, validator }: Origin): ReadDocument {
  const { text, title, tags, createdAt, modifiedAt, metadata, isModifiedAtWritten } = note;
  return {
    read: true,
    text,
    size,
    mtimeMs,
    type: 'note',
    lang: 'markdown',
    notes: [...notes, ...(note.notes ?? [])],
    ...(title === undefined || title === '' ? {} : { title: title.slice(0, 2000) }),
    ...(tags.length === 0 ? {} : { tags: tags.slice(0, MOST_TAGS) }),
    ...(createdAt === undefined ? {} : { createdAt }),
    ...(modifiedAt === undefined ? {} : { modifiedAt, ...(isModifiedAtWritten && { isModifiedAtWritten }) }),
    ...(metadata === undefined || Object.keys(metadata).length === 0 ? {} : { metadata }),
    ...(validator === undefined ? {} : { validator }),
  };
}
