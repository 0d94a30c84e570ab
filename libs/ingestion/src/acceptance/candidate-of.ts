import { IngestDocument, type CollectionName } from '@tributary/contracts';
import { KIB, MIB, encodeDocumentKey, permanent, toErrorRecord, utf8Bytes } from '@tributary/kernel';
import { documentHash } from '../documents/document-hash.js';
import type { Candidate } from './candidate.js';
import { saysNothing } from './no-text.js';

/** The largest text of one document, in UTF-8 bytes. */
const MAX_TEXT_BYTES = 20 * MIB;
/** The largest text beside a vector of its own: it is one passage. */
const MAX_PASSAGE_BYTES = 256 * KIB;
/** The largest JSON of everything but the text: it travels with every part of a big document. */
const MAX_FIELDS_BYTES = 256 * KIB;

/** A document as it was handed in, checked, and everything of its candidate that does not depend on the collection. */
export interface Submission extends Omit<Candidate, 'epoch' | 'source'> {
  readonly collection: CollectionName;
}

/** Checks a document that was handed in.
 *  @throws `DOCUMENT.INVALID`, `DOCUMENT.NO_CONTENT`, `DOCUMENT.TOO_LARGE`, `DOCUMENT.METADATA_TOO_LARGE`, `ENGINE.VECTOR_INVALID` */
export function submissionOf(given: IngestDocument): Submission {
  const parsed = IngestDocument.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw permanent('DOCUMENT.INVALID', `${issue?.path.map(String).join('.') ?? 'document'}: ${issue?.message ?? 'not a document'}`);
  }
  const { content = parsed.data.vector && '', ...fields } = parsed.data;
  if (content === undefined) throw permanent('DOCUMENT.NO_CONTENT', 'The document has no content: send its text in `content`.');
  requireSize(content, fields);
  if (fields.vector) requireVector(fields.vector, content);
  const { collection, id, version } = fields;
  const isBlank = fields.vector === undefined && saysNothing(content);
  const hash = documentHash(content, fields);
  return { collection, key: encodeDocumentKey(id), version, hash, pending: { ...parsed.data, content }, ...(isBlank ? { isBlank } : {}) };
}

/** What an outcome says of a refusal. */
export function refusalOf(error: unknown): { code: string; message: string } {
  const { code, message } = toErrorRecord(error);
  return { code, message };
}

function requireVector(vector: readonly number[], content: string): void {
  if (vector.every((element) => element === 0)) {
    throw permanent(
      'ENGINE.VECTOR_INVALID',
      'The vector is all zeros and has no direction to be found by: give another, or the text alone.',
    );
  }
  if (utf8Bytes(content) > MAX_PASSAGE_BYTES) {
    throw permanent(
      'DOCUMENT.TOO_LARGE',
      'A text with a vector of its own is one passage of at most 256 KiB: give a shorter text, or no vector.',
      {
        category: 'too_large',
      },
    );
  }
}

function requireSize(content: string, fields: object): void {
  // A UTF-16 unit is at most three UTF-8 bytes, so most texts need no counting.
  if (content.length * 3 > MAX_TEXT_BYTES && utf8Bytes(content) > MAX_TEXT_BYTES) {
    throw permanent('DOCUMENT.TOO_LARGE', 'The text has more than 20 MiB: split it into several documents.', { category: 'too_large' });
  }
  if (utf8Bytes(JSON.stringify(fields)) > MAX_FIELDS_BYTES) {
    throw permanent(
      'DOCUMENT.METADATA_TOO_LARGE',
      'Metadata, tags and access list together have more than 256 KiB: keep large values in the text.',
      {
        category: 'too_large',
      },
    );
  }
}
