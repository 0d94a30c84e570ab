import type { ExtractionRequest } from '@tributary/sources-port';
import type { Extracted } from '../formats/extractor.js';
import { Refused } from '../formats/refused.js';
import { decodeBytes, decodingNotes } from './decode-bytes.js';

/** Plain text in any encoding, as it stands. */
export function extractText({ bytes, mediaType = '' }: ExtractionRequest): Extracted {
  const decoded = decodeBytes(bytes, /charset\s*=\s*"?([\w.:-]{1,40})/i.exec(mediaType)?.[1]);
  if (decoded === undefined) throw new Refused('unsupported', 'Its format is not one of those that are extracted.');
  return { text: decoded.text, lang: 'text', notes: decodingNotes(decoded) };
}
