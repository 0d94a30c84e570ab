import { descendantsOf, isElement, isText, type DomElement } from '../dom/dom.js';
import { numberedCode } from './numbered-code.js';

const LANGUAGE = /(?:^|\s)(?:language|lang|highlight-source|highlight|brush:?)[-\s]([A-Za-z0-9+#_-]+)/;
/** As Sphinx, Jekyll, MkDocs and GitHub name it around the code. Other classes of what stands around it may mean the language of people. */
const LANGUAGE_AROUND = /(?:^|\s)(?:language|highlight-source|highlight)-([A-Za-z0-9+#_-]+)/;
const AROUND = new Set(['div', 'figure']);
const TABLE = new Set(['td', 'tr', 'tbody', 'table']);
const MOST_AROUND = 2;
/** What generators write where no language is named. */
const NO_LANGUAGE = new Set(['default', 'none', 'notranslate']);

/** Preformatted text as a fence that nothing in it closes, with the language its class names; without the numbers of its lines where they stand in a table. */
export function codeBlock(pre: DomElement): string {
  const table = pre.querySelector('table');
  const code = textOf((table === null ? undefined : numberedCode(table)?.code) ?? pre)
    .replaceAll('\r\n', '\n')
    .replace(/^\n+/, '')
    .trimEnd();
  if (code.trim() === '') return '';
  const fence = '`'.repeat(Math.max(3, longestRun(code) + 1));
  return `${fence}${languageOf(pre)}\n${code}\n${fence}`;
}

function languageOf(pre: DomElement): string {
  const own = [pre, pre.querySelector('code')].map((element) => LANGUAGE.exec(element?.className ?? '')?.[1]);
  const around = elementsAround(pre).map((element) => LANGUAGE_AROUND.exec(element.className)?.[1]);
  return [...own, ...around].find((name) => name !== undefined && !NO_LANGUAGE.has(name)) ?? '';
}

/** The boxes a block of code stands in, the innermost first; those of a table with numbers of lines count for its code. */
function elementsAround(pre: DomElement): readonly DomElement[] {
  const boxes: DomElement[] = [];
  for (let node = pre.parentNode; node !== null && isElement(node) && boxes.length < MOST_AROUND; node = node.parentNode) {
    if (TABLE.has(node.localName)) boxes.length = 0;
    else if (AROUND.has(node.localName)) boxes.push(node);
    else break;
  }
  return boxes;
}

function textOf(pre: DomElement): string {
  let text = '';
  for (const { node } of descendantsOf(pre)) {
    if (isText(node)) text += node.textContent ?? '';
    else if (isElement(node) && node.localName === 'br') text += '\n';
  }
  return text;
}

function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}
