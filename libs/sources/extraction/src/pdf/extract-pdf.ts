import { extractText, getDocumentProxy } from 'unpdf';
import type { ExtractionRequest } from '@tributary/sources-port';
import type { Extracted } from '../formats/extractor.js';
import { Refused } from '../formats/refused.js';
import { escapeMarkup } from '../text/escape-markup.js';
import { SectionedText } from '../text/sectioned-text.js';
import { pdfDetails } from './pdf-details.js';

/** The text of a PDF page by page. @throws Refused (`encrypted`, `no-text` for one that was scanned) */
export async function extractPdf({ bytes }: ExtractionRequest): Promise<Extracted> {
  const document = await openPdf(bytes);
  const { text: pages, totalPages } = await extractText(document, { mergePages: false });
  const text = new SectionedText();
  for (const page of pages) text.add({ kind: 'page', body: escapeMarkup(joinHyphens(page)) });
  const withText = text.sections.length;
  const count = `${totalPages} ${totalPages === 1 ? 'page' : 'pages'}`;
  if (withText === 0) {
    throw new Refused('no-text', `None of its ${count} has text: it was scanned. Run text recognition (OCR) over it first.`);
  }
  return {
    ...(await pdfDetails(document)),
    text: text.text,
    lang: 'markdown',
    sections: text.sections,
    notes: withText === totalPages ? [] : [`${totalPages - withText} of ${count} have no text: pictures, or empty.`],
  };
}

async function openPdf(bytes: Uint8Array) {
  try {
    // PDF.js takes the array it is given over.
    return await getDocumentProxy(Uint8Array.from(bytes), { verbosity: 0, useSystemFonts: false, stopAtErrors: false });
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException') {
      throw new Refused('encrypted', 'It opens only with a password: save it without one.');
    }
    throw error;
  }
}

/** A word cut at the end of a line is one word. */
function joinHyphens(page: string): string {
  return page.replaceAll(/(\p{Ll})[-\u00ad]\n(?=\p{Ll})/gu, '$1');
}
