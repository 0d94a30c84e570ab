/** A format as people meet it, and what is extracted of it. */
export interface Format {
  readonly name: string;
  readonly description: string;
  /** In lower case, without dot. */
  readonly extensions: readonly string[];
  readonly mediaTypes: readonly string[];
  readonly extracted: string;
  readonly leftOut: string;
  /** What a passage says of its place, beside its headings. */
  readonly place: 'page' | 'slide' | 'sheet' | 'chapter' | 'message' | '';
  /** The library that reads it. */
  readonly by: string;
}

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument';

/** What is extracted, by the name of the format. `docs/formats.md` is made of it. */
export const FORMATS: readonly Format[] = [
  {
    name: 'html',
    description: 'Web page',
    extensions: ['html', 'htm', 'xhtml'],
    mediaTypes: ['text/html', 'application/xhtml+xml'],
    extracted:
      'main text, headings, lists, tables, code with its language, superscripts, title, author, date, language; links, canonical address and robots for the crawler',
    leftOut:
      'navigation, forms beside the text (not where a page has no other words), scripts, what a script would fill in, targets of links inside the text',
    place: '',
    by: '@mozilla/readability, linkedom',
  },
  {
    name: 'svg',
    description: 'Drawing (SVG)',
    extensions: ['svg'],
    mediaTypes: ['image/svg+xml'],
    extracted: 'title, description and the words written in it',
    leftOut:
      'what is drawn, labels without letters; one without description and labels is refused as no-text, whether or not it has a title',
    place: '',
    by: 'linkedom',
  },
  {
    name: 'pdf',
    description: 'PDF',
    extensions: ['pdf'],
    mediaTypes: ['application/pdf'],
    extracted: 'text of each page, words cut at line ends joined; title, author, dates, subject, keywords, number of pages',
    leftOut: 'headings, tables as tables, links, notes and form fields; pictures: a scanned one is refused as no-text',
    place: 'page',
    by: 'unpdf (PDF.js)',
  },
  {
    name: 'docx',
    description: 'Word',
    extensions: ['docx', 'docm', 'dotx'],
    mediaTypes: [`${OFFICE}.wordprocessingml.document`],
    extracted: 'headings by their styles, lists, tables, foot and end notes; title, author, dates, subject, keywords, links',
    leftOut: 'pages (the file has none), headers and footers, comments, deleted text, pictures',
    place: '',
    by: 'mammoth, yauzl',
  },
  {
    name: 'pptx',
    description: 'PowerPoint',
    extensions: ['pptx', 'pptm', 'ppsx'],
    mediaTypes: [`${OFFICE}.presentationml.presentation`],
    extracted: 'title, text and tables of each slide in the order of the show, the notes of the speaker; title, author, dates',
    leftOut: 'slide numbers, footers, diagrams, charts, pictures',
    place: 'slide',
    by: 'yauzl, linkedom',
  },
  {
    name: 'xlsx',
    description: 'Excel',
    extensions: ['xlsx', 'xlsm', 'xltx'],
    mediaTypes: [`${OFFICE}.spreadsheetml.sheet`],
    extracted: 'values of each sheet as a table (what formulas came to, dates as ISO 8601); title, author, dates',
    leftOut: 'formulas, formats of numbers, comments, charts',
    place: 'sheet',
    by: 'read-excel-file, yauzl',
  },
  {
    name: 'odt',
    description: 'OpenDocument text',
    extensions: ['odt', 'ott'],
    mediaTypes: [`${OPEN_DOCUMENT}.text`],
    extracted: 'headings, lists, tables, notes, text frames; title, author, dates, subject, keywords',
    leftOut: 'pages (the file has none), headers and footers, generated indexes, comments, deleted text, pictures',
    place: '',
    by: 'yauzl, linkedom',
  },
  {
    name: 'ods',
    description: 'OpenDocument workbook',
    extensions: ['ods', 'ots'],
    mediaTypes: [`${OPEN_DOCUMENT}.spreadsheet`],
    extracted: 'each sheet as a table, cells as they are shown; title, author, dates',
    leftOut: 'formulas, comments, charts',
    place: 'sheet',
    by: 'yauzl, linkedom',
  },
  {
    name: 'odp',
    description: 'OpenDocument presentation',
    extensions: ['odp', 'otp'],
    mediaTypes: [`${OPEN_DOCUMENT}.presentation`],
    extracted: 'title, text and tables of each slide, the notes of the speaker; title, author, dates',
    leftOut: 'pictures, drawings without text',
    place: 'slide',
    by: 'yauzl, linkedom',
  },
  {
    name: 'epub',
    description: 'E-book',
    extensions: ['epub'],
    mediaTypes: ['application/epub+zip'],
    extracted: 'chapters in the order of the book with headings, lists, tables, code; title, author, dates, publisher, language',
    leftOut: 'pictures, styles; a book with copy protection is refused as encrypted',
    place: 'chapter',
    by: 'yauzl, linkedom',
  },
  {
    name: 'ipynb',
    description: 'Jupyter notebook (version 4)',
    extensions: ['ipynb'],
    mediaTypes: ['application/x-ipynb+json'],
    extracted:
      'text cells as Markdown, code cells as fences in their language, the first 2,000 characters of what each printed, the name of the error it ended in',
    leftOut: 'pictures and other output that is no text',
    place: '',
    by: 'own (JSON)',
  },
  {
    name: 'eml',
    description: 'E-mail',
    extensions: ['eml'],
    mediaTypes: ['message/rfc822'],
    extracted: 'subject, sender, recipients, date, the plain text or else the page; names, types and sizes of what is attached',
    leftOut: 'the content of what is attached',
    place: '',
    by: 'postal-mime',
  },
  {
    name: 'mbox',
    description: 'Mailbox',
    extensions: ['mbox'],
    mediaTypes: ['application/mbox'],
    extracted: 'every mail as above',
    leftOut: 'the same',
    place: 'message',
    by: 'postal-mime',
  },
  {
    name: 'subtitles',
    description: 'Subtitles (SubRip, WebVTT)',
    extensions: ['srt', 'vtt'],
    mediaTypes: ['application/x-subrip', 'text/vtt'],
    extracted: 'what is said, joined to paragraphs at silences of three seconds',
    leftOut: 'times, marks, lines that are shown again',
    place: '',
    by: 'own',
  },
];

const byExtension = new Map(FORMATS.flatMap((format) => format.extensions.map((extension) => [extension, format.name])));
const byMediaType = new Map(FORMATS.flatMap((format) => format.mediaTypes.map((type) => [type, format.name])));

/** The name of a format by what a file is called or a server says of it; undefined for what is not extracted. */
export function namedFormat({ name = '', mediaType = '' }: { readonly name?: string; readonly mediaType?: string }): string | undefined {
  const type = mediaType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const file = name.slice(name.lastIndexOf('/') + 1).toLowerCase();
  const dot = file.lastIndexOf('.');
  return byMediaType.get(type) ?? (dot > 0 ? byExtension.get(file.slice(dot + 1)) : undefined);
}
