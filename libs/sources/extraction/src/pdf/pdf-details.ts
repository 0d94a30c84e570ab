import { getMeta, type getDocumentProxy } from 'unpdf';
import { z } from 'zod';
import type { Extracted } from '../formats/extractor.js';
import { writtenMoment } from '../moments/written-moment.js';
import { oneLine } from '../text/tidy.js';
import { isoOfPdfDate } from './pdf-date.js';

type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>;

const Field = z.string().transform(oneLine).optional().catch(undefined);
const Info = z.object({ Title: Field, Author: Field, Subject: Field, Keywords: Field, CreationDate: Field, ModDate: Field });
/** What programs write into the title when nobody has given one. */
const NO_TITLE = /^(?:untitled.*|microsoft word - .*|.*\.(?:docx?|odt|indd|tex|pptx?|xlsx?)|\(?anonymous\)?|unspecified)$/i;
const NOBODY = /^\(?(?:anonymous|unspecified|unknown|user|admin(?:istrator)?)\)?$/i;

/** Title, author and dates of a PDF; what is missing or was filled in by a program is left out. */
export async function pdfDetails(document: PdfDocument): Promise<Omit<Extracted, 'text' | 'lang'>> {
  const { info }: { readonly info: unknown } = await getMeta(document).catch(() => ({ info: {} }));
  const { Title, Author, Subject, Keywords, CreationDate, ModDate } = Info.catch({}).parse(info);
  const createdAt = writtenMoment(isoOfPdfDate(CreationDate));
  const modifiedAt = writtenMoment(isoOfPdfDate(ModDate));
  return {
    ...(Title === undefined || Title === '' || NO_TITLE.test(Title) ? {} : { title: Title }),
    ...(Author === undefined || Author === '' || NOBODY.test(Author) ? {} : { authors: [Author] }),
    ...(createdAt === undefined ? {} : { createdAt }),
    ...(modifiedAt === undefined ? {} : { modifiedAt }),
    metadata: {
      pages: document.numPages,
      ...(Subject ? { subject: Subject } : {}),
      ...(Keywords ? { keywords: Keywords } : {}),
    },
  };
}
