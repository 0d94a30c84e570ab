import type { ExtractionRequest } from '@tributary/sources-port';
import type { DocumentBudgets } from '../budgets/budgets.js';
import type { Extracted } from '../formats/extractor.js';
import { readMail } from './read-mail.js';

/** One mail: who, when, about what, its text, and the names of what is attached. It is as it was when it was sent. */
export async function extractMail({ bytes }: ExtractionRequest, budgets: DocumentBudgets): Promise<Extracted> {
  const { text, subject, from, to, date, attachments } = await readMail(bytes, budgets);
  return {
    text: `# ${subject}\n\n${text}`,
    lang: 'markdown',
    title: subject,
    ...(from === '' ? {} : { authors: [from] }),
    ...(date === undefined ? {} : { createdAt: date, modifiedAt: date }),
    metadata: {
      ...(from === '' ? {} : { from }),
      ...(to.length === 0 ? {} : { to }),
      ...(attachments.length === 0 ? {} : { attachments }),
    },
  };
}
