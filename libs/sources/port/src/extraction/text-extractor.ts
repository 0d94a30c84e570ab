/** A document as bytes, with what is known of it from outside. Its content decides about its format, names only where the content does not tell. */
export interface ExtractionRequest {
  readonly bytes: Uint8Array;
  /** File name or path. */
  readonly name?: string;
  /** As a server or a mail gave it, with its parameters: `text/html; charset=iso-8859-1`. */
  readonly mediaType?: string;
  /** Where it came from; relative links are resolved against it. */
  readonly url?: string;
}

/** A page, slide, sheet, chapter, cell or message: where it begins in the text. */
export interface ExtractedSection {
  readonly kind: 'page' | 'slide' | 'sheet' | 'chapter' | 'message';
  /** From 1, in the order of the document; empty pages count. */
  readonly number: number;
  /** `Page 3`, the name of a sheet, the title of a slide or chapter. */
  readonly label: string;
  /** First line of it in the text, from 1. */
  readonly line: number;
  /** ISO 8601: when it was written, where it says so itself, as mails do. */
  readonly moment?: string;
}

export interface ExtractedLink {
  /** Absolute where the address of the document was given, without its fragment. */
  readonly url: string;
  readonly text: string;
  /** True where the page asks that it is not followed (`rel=nofollow`). */
  readonly noFollow?: boolean;
}

/** What only pages of the web say of themselves. */
export interface ExtractedPage {
  /** Address the page gives as its own, absolute. */
  readonly canonicalUrl?: string;
  /** It asks not to be indexed. */
  readonly noIndex: boolean;
  /** It asks that none of its links is followed. */
  readonly noFollow: boolean;
}

/** The text of a document. */
export interface Extraction {
  readonly extracted: true;
  /** Name in the table of formats: `pdf`, `html`, `docx`, … */
  readonly format: string;
  /** Lines end with `\n`. */
  readonly text: string;
  /** What the text is written in. */
  readonly lang: 'markdown' | 'text';
  readonly title?: string;
  readonly authors?: readonly string[];
  /** ISO 8601, as the document says. */
  readonly createdAt?: string;
  readonly modifiedAt?: string;
  /** In order; empty for formats without pages or the like. */
  readonly sections: readonly ExtractedSection[];
  readonly links: readonly ExtractedLink[];
  readonly page?: ExtractedPage;
  /** Further fields of the document, such as `subject`, `from`, `attachments`. */
  readonly metadata: Readonly<Record<string, string | number | readonly string[]>>;
  /** What had to be assumed or was left out, in sentences. */
  readonly notes: readonly string[];
}

/** Why there is no text. The document is at fault, not the moment: asking again gives the same. */
export type RefusalReason = 'unsupported' | 'encrypted' | 'no-text' | 'damaged' | 'too-large' | 'too-deep' | 'timed-out' | 'out-of-memory';

export interface Refusal {
  readonly extracted: false;
  readonly reason: RefusalReason;
  /** A sentence for people: what is wrong with this document, without any of its text. */
  readonly detail: string;
}

export type ExtractionOutcome = Extraction | Refusal;

/** Turns documents into text within budgets of bytes, unpacked bytes, depth, memory and time. */
export interface TextExtractor {
  /** Name of the format of a file or response, told by name and media type alone; undefined for one that is not extracted (plain text, code, pictures). */
  formatOf(document: Pick<ExtractionRequest, 'name' | 'mediaType'>): string | undefined;
  /** Never rejects because of a document; only when the signal aborts or after `close`. A document is given up when its budget of time or memory is
   *  used up; those that wait behind it are not. */
  extract(request: ExtractionRequest, signal?: AbortSignal): Promise<ExtractionOutcome>;
  close(): Promise<void>;
}
