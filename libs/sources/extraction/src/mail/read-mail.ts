import PostalMime, { type Address, type Attachment } from 'postal-mime';
import type { DocumentBudgets } from '../budgets/budgets.js';
import { parseHtml } from '../dom/dom.js';
import { requireDepth } from '../dom/require-depth.js';
import { toMarkdown } from '../html/markdown-writer.js';
import { writtenMoment } from '../moments/written-moment.js';
import { escapeMarkup } from '../text/escape-markup.js';
import { oneLine, tidy } from '../text/tidy.js';

/** Mails in mails that are opened; deeper ones are named like other attachments. */
const MAILS_IN_MAILS = 3;

export interface Mail {
  readonly subject: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly date: string | undefined;
  /** Names of what is attached, with media type and size. */
  readonly attachments: readonly string[];
  /** The lines of its head that people read, its body, its attachments. */
  readonly text: string;
}

export async function readMail(bytes: Uint8Array, budgets: DocumentBudgets): Promise<Mail> {
  const mail = await PostalMime.parse(bytes, { maxNestingDepth: budgets.maxDepth, maxRfc822NestingDepth: MAILS_IN_MAILS });
  const from = mail.from === undefined ? '' : nameOf(mail.from);
  const head = {
    subject: oneLine(mail.subject ?? '') || 'Mail without a subject',
    from,
    to: [...(mail.to ?? []), ...(mail.cc ?? [])].map(nameOf),
    // As it is written: `mail.date` went through the calendar of this machine.
    date: writtenMoment(mail.headers.find(({ key }) => key === 'date')?.value),
    attachments: mail.attachments.filter(({ related }) => related !== true).map(attachmentName),
  };
  return { ...head, text: write(head, bodyOf(mail, budgets)) };
}

/** The plain text where there is one: it is what the writer wrote. */
function bodyOf(
  { text = '', html = '' }: { readonly text?: string | undefined; readonly html?: string | undefined },
  budgets: DocumentBudgets,
): string {
  if (text.trim() !== '' || html.trim() === '') return escapeMarkup(tidy(text));
  const { documentElement } = parsed(html, budgets);
  return documentElement === null ? '' : toMarkdown(documentElement);
}

function parsed(html: string, { maxDepth }: DocumentBudgets) {
  const document = parseHtml(html);
  requireDepth(document, maxDepth);
  return document;
}

function write({ from, to, date, attachments }: Omit<Mail, 'text'>, body: string): string {
  const head = [
    ...(from === '' ? [] : [`From: ${from}`]),
    ...(to.length === 0 ? [] : [`To: ${to.join(', ')}`]),
    ...(date === undefined ? [] : [`Date: ${date}`]),
  ].join('\n');
  const attached = attachments.length === 0 ? '' : `Attachments: ${attachments.join('; ')}`;
  return [head, body, attached].filter((part) => part !== '').join('\n\n');
}

function nameOf(address: Address): string {
  if (address.group !== undefined) return oneLine(`${address.name}: ${address.group.map(nameOf).join(', ')}`);
  const { name, address: mailbox } = address;
  return oneLine(name === '' ? mailbox : `${name} <${mailbox}>`);
}

function attachmentName({ filename, mimeType, content }: Attachment): string {
  const bytes = typeof content === 'string' ? content.length : content.byteLength;
  return oneLine(`${filename ?? 'without a name'} (${mimeType}, ${Math.max(1, Math.round(bytes / 1024)).toString()} KB)`);
}
