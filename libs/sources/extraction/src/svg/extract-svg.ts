import type { ExtractionRequest } from '@tributary/sources-port';
import type { DocumentBudgets } from '../budgets/budgets.js';
import { parseXml, type DomElement } from '../dom/dom.js';
import { childrenNamed, localName } from '../dom/local-name.js';
import { requireDepth } from '../dom/require-depth.js';
import type { Extracted } from '../formats/extractor.js';
import { Refused } from '../formats/refused.js';
import { declaredCharset } from '../html/declared-charset.js';
import { decodeBytes, decodingNotes } from '../text/decode-bytes.js';
import { escapeMarkup } from '../text/escape-markup.js';
import { oneLine } from '../text/tidy.js';
import { labelsIn } from './labels.js';

/** The words of a drawing, each label once. A title alone is the name of an icon: without a description or labels the drawing is a picture.
 *  @throws Refused (`no-text`) for a picture */
export function extractSvg({ bytes, mediaType }: ExtractionRequest, budgets: DocumentBudgets): Extracted {
  const decoded = decodeBytes(bytes, declaredCharset(bytes, mediaType));
  if (decoded === undefined) throw new Refused('damaged', 'It is no text in any encoding that is known.');
  const root = parseXml(decoded.text).documentElement;
  if (root === null || localName(root) !== 'svg') throw new Refused('damaged', 'It is no SVG.');
  requireDepth(root, budgets.maxDepth);
  const title = textNamed(root, 'title');
  const words = [textNamed(root, 'desc'), [...new Set(labelsIn(root))].join('\n')].filter((part) => part !== '');
  if (words.length === 0) throw new Refused('no-text', 'It is a picture without words.');
  const text = words.map((part) => escapeMarkup(part)).join('\n\n');
  return {
    text: title === '' ? text : `# ${title}\n\n${text}`,
    lang: 'markdown',
    ...(title === '' ? {} : { title }),
    notes: decodingNotes(decoded),
  };
}

/** Those of parts are identifiers and what is shown at the pointer. */
function textNamed(root: DomElement, name: string): string {
  return oneLine(childrenNamed(root, name)[0]?.textContent ?? '');
}
