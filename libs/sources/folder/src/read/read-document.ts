import { fromFirstTag, type Extraction, type ReadDocument, type TextExtractor } from '@tributary/sources-port';

/** What is stored of a document beside its text. */
export type DocumentText = Pick<
  ReadDocument,
  'text' | 'lang' | 'title' | 'createdAt' | 'modifiedAt' | 'isModifiedAtWritten' | 'metadata' | 'sections' | 'notes'
>;

export type DocumentTextOutcome =
  | { readonly read: true; readonly document: DocumentText }
  | { readonly read: false; readonly reason: string };

interface DocumentToRead {
  readonly bytes: Uint8Array;
  readonly path: string;
  readonly signal: AbortSignal | undefined;
}

/** The beginning of a whole page; a part of one, or a template, is code. */
const WHOLE_PAGE = /^<(?:!doctype\s+html|html)[\s>]/i;
const TEMPLATE = /\{\{|\{%|<%|<\?php|\bng-app\b/;
/** What shows the marks of templates or has them for something else: programs, styles and code, each up to its end or that of what is looked at; their
 *  own tags stay. Bounded: it is asked of the head of a file. */
const NO_TEMPLATE = /(<(script|style|pre|code)\b[^>]*>)[^]*?(?:(?=<\/\2\b)|$)|<!--[^]*?(?:-->|$)/gi;
const HEAD_BYTES = 4096;

/** Whether a file of this format is to be extracted: pages of a web site are, templates and parts of pages stay the text they are. */
export function isToBeExtracted(format: string, bytes: Uint8Array): boolean {
  if (format !== 'html') return true;
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1');
  return WHOLE_PAGE.test(fromFirstTag(head)) && !TEMPLATE.test(head.replaceAll(NO_TEMPLATE, '$1'));
}

/** Extracts a document. Refusals are reasons: `encrypted`, `no-text`, `damaged`, `too-large`, `too-deep`, `timed-out`, `out-of-memory`, `unsupported`. */
export async function readDocument(extractor: TextExtractor, { bytes, path, signal }: DocumentToRead): Promise<DocumentTextOutcome> {
  const outcome = await extractor.extract({ bytes, name: path }, signal);
  return outcome.extracted ? { read: true, document: documentText(outcome) } : { read: false, reason: outcome.reason };
}

function documentText({ format, text, lang, title, authors, createdAt, modifiedAt, sections, metadata, notes }: Extraction): DocumentText {
  // Plain text keeps the language its name tells.
  if (format === 'text') return { text, notes };
  const given = Object.entries(metadata).map(([name, value]) => [name, typeof value === 'object' ? value.join(', ') : value] as const);
  return {
    text,
    lang,
    sections,
    notes,
    ...(title === undefined ? {} : { title }),
    ...(createdAt === undefined ? {} : { createdAt }),
    ...(modifiedAt === undefined ? {} : { modifiedAt, isModifiedAtWritten: true }),
    metadata: {
      ...Object.fromEntries(given),
      format,
      ...(authors === undefined ? {} : { author: authors.join(', ') }),
      ...(createdAt === undefined ? {} : { created: createdAt }),
      ...(modifiedAt === undefined ? {} : { modified: modifiedAt }),
    },
  };
}
