import { descendantsOf, isElement, isText, type DomElement } from '../dom/dom.js';
import { numberedCode } from './numbered-code.js';

const LANGUAGE = /(?:^|\s)(?:language|lang|highlight-source|highlight|brush:?)[-\s]([A-Za-z0-9+#_-]+)/;

/** Preformatted text as a fence that nothing in it closes, with the language its class names; without the numbers of its lines where they stand in a table. */
export function codeBlock(pre: DomElement): string {
  const table = pre.querySelector('table');
  const code = textOf((table === null ? undefined : numberedCode(table)?.code) ?? pre)
    .replaceAll('\r\n', '\n')
    .replace(/^\n+/, '')
    .trimEnd();
  if (code.trim() === '') return '';
  const named = [pre, pre.querySelector('code')].map((element) => LANGUAGE.exec(element?.className ?? '')?.[1]);
  const fence = '`'.repeat(Math.max(3, longestRun(code) + 1));
  return `${fence}${named.find((name) => name !== undefined) ?? ''}\n${code}\n${fence}`;
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
