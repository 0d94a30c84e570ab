import type { ExtractionRequest } from '@tributary/sources-port';
import { namedFormat } from './formats.js';

const HTML = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^]*?-->\s*)*<(?:!doctype\s+html|html|head|body)[\s>]/i;
const HEAD_BYTES = 1024;

/** The format by its first bytes, else by its name; undefined for one that is not extracted. */
export function detectFormat(request: ExtractionRequest): string | undefined {
  const head = new TextDecoder('windows-1252').decode(request.bytes.subarray(0, HEAD_BYTES));
  if (HTML.test(head)) return 'html';
  return namedFormat(request);
}
