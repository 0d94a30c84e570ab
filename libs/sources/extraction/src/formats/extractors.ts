import type { Extractor } from './extractor.js';

const openDocument = async () => (await import('../opendocument/extract-open-document.js')).extractOpenDocument;

/** The extractor of each format; what it stands on is loaded when it is first asked for. */
export const EXTRACTORS: Readonly<Record<string, () => Promise<Extractor>>> = {
  html: async () => (await import('../html/extract-html.js')).extractHtml,
  svg: async () => (await import('../svg/extract-svg.js')).extractSvg,
  pdf: async () => (await import('../pdf/extract-pdf.js')).extractPdf,
  docx: async () => (await import('../office/extract-docx.js')).extractDocx,
  pptx: async () => (await import('../office/extract-pptx.js')).extractPptx,
  xlsx: async () => (await import('../office/extract-xlsx.js')).extractXlsx,
  odt: openDocument,
  ods: openDocument,
  odp: openDocument,
  epub: async () => (await import('../epub/extract-epub.js')).extractEpub,
  ipynb: async () => (await import('../notebook/extract-notebook.js')).extractNotebook,
  eml: async () => (await import('../mail/extract-mail.js')).extractMail,
  mbox: async () => (await import('../mail/extract-mailbox.js')).extractMailbox,
  subtitles: async () => (await import('../subtitles/extract-subtitles.js')).extractSubtitles,
  text: async () => (await import('../text/extract-text.js')).extractText,
};
