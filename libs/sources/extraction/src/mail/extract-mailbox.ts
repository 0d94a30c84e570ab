import type { ExtractionRequest } from '@tributary/sources-port';
import type { DocumentBudgets } from '../budgets/budgets.js';
import type { Extracted } from '../formats/extractor.js';
import { Refused } from '../formats/refused.js';
import { SectionedText } from '../text/sectioned-text.js';
import { readMail } from './read-mail.js';

/** The line that begins each mail of a mailbox file, with its end. */
const BEGINNING = /^From \S.*\r?\n/gm;
const YEAR = /\d{4}/;
/** That line in the text of a mail has a mark before it. */
const MARKED = /^>(>*From )/gm;

/** Every mail of a mailbox file (mbox), each a section, with its own date. */
export async function extractMailbox({ bytes }: ExtractionRequest, budgets: DocumentBudgets): Promise<Extracted> {
  const text = new SectionedText();
  for (const mail of mailsOf(bytes)) {
    const { subject, date: moment, text: body } = await readMail(mail, budgets);
    text.add({ kind: 'message', label: subject, moment, body });
    if (text.sections.length > budgets.maxEntries) throw new Refused('too-large', `It has more than ${budgets.maxEntries} mails.`);
  }
  return { text: text.text, lang: 'markdown', sections: text.sections, metadata: { messages: text.sections.length } };
}

/** One character a byte, so that places in the text are places in the bytes. */
function* mailsOf(bytes: Uint8Array): Generator<Uint8Array> {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const starts = [...all.matchAll(BEGINNING)]
    .filter(([line]) => YEAR.test(line.slice('From '.length + 1)))
    .map(({ index, 0: line }) => ({ index, after: index + line.length }));
  for (const [at, { after }] of starts.entries()) {
    yield Buffer.from(all.slice(after, starts[at + 1]?.index).replaceAll(MARKED, '$1'), 'latin1');
  }
}
