import { fromFirstTag, isRichText, type ExtractionRequest } from '@tributary/sources-port';
import { archiveFormat } from '../archive/archive-format.js';
import { openArchive } from '../archive/open-archive.js';
import type { DocumentBudgets } from '../budgets/budgets.js';
import { namedFormat } from './formats.js';
import { Refused } from './refused.js';

const HTML = /^<(?:!doctype\s+html|html|head|body)[\s>]/i;
const MAIL = /^(?:[A-Za-z][A-Za-z0-9-]*:[^\r\n]*\r?\n(?:[ \t][^\r\n]*\r?\n)*)*(?:From|Message-ID|Received|MIME-Version):[^\r\n]*\r?\n/i;
const HEAD_BYTES = 1024;
const ARCHIVE = 'PK\u0003\u0004';
/** The container of Word, Excel and PowerPoint until 2003, and of encrypted ones since. */
const COMPOUND_FILE = '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1';
const ENCRYPTED_PACKAGE = Buffer.from('EncryptedPackage', 'utf16le');
/** These are told apart by their words, and many other texts have the same. */
const BY_NAME = new Set(['ipynb', 'subtitles', 'mbox', 'html', 'eml', 'svg']);

/** The format by its content, else by its name; `text` where it is neither. @throws Refused for what is known to hold no text we can get at */
export async function detectFormat(request: ExtractionRequest, budgets: DocumentBudgets): Promise<string> {
  const { bytes } = request;
  const head = new TextDecoder('windows-1252').decode(bytes.subarray(0, HEAD_BYTES));
  if (head.includes('%PDF-')) return 'pdf';
  if (startsWith(bytes, ARCHIVE)) return (await archiveFormat(await openArchive(bytes, budgets))) ?? unknownArchive();
  if (startsWith(bytes, COMPOUND_FILE)) throw oldOffice(bytes);
  if (isRichText(bytes)) throw new Refused('unsupported', 'It is RTF: save it as .docx or .odt.');
  if (HTML.test(fromFirstTag(head))) return 'html';
  const named = namedFormat(request);
  if (named !== undefined && BY_NAME.has(named)) return named;
  // What its name promises is not in it: a format that is told by its content.
  if (named !== undefined && isBinary(bytes)) throw new Refused('damaged', 'Its content is not what its name says.');
  return MAIL.test(head) && /^(?:Date|Subject):/im.test(head) ? 'eml' : 'text';
}

function startsWith(bytes: Uint8Array, signature: string): boolean {
  return Array.from(signature, (character) => character.charCodeAt(0)).every((code, at) => bytes[at] === code);
}

function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, HEAD_BYTES).includes(0);
}

function unknownArchive(): never {
  throw new Refused('unsupported', 'It is an archive: unpack it, and index what is in it.');
}

function oldOffice(bytes: Uint8Array): Refused {
  const isEncrypted = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(ENCRYPTED_PACKAGE);
  return isEncrypted
    ? new Refused('encrypted', 'It opens only with a password: save it without one.')
    : new Refused('unsupported', 'It is an Office file in the format before 2007: save it as .docx, .xlsx or .pptx.');
}
