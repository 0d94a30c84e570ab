/** Six signs are the highest of five levels. */
const HEADING = /^(={2,6}) (.{1,400}?) ={2,6}\s*$/;
const CHECKBOX = /^(\s*)\[([ *x><])\] /;
const NUMBERED = /^(\s*)([0-9]{1,4}|[A-Za-z])\. /;
const LINK = /\[\[([^[\]|]{1,500})(?:\|([^[\]]{0,500}))?\]\]/g;
const IMAGE = /\{\{[^{}]{1,500}\}\}/g;
const ITALIC = /(?<![:/\\])\/\/(?!\/)([^/\n]{1,400}?)\/\/(?!\/)/g;
const UNDERLINED = /__([^_\n]{1,400}?)__/g;
const CODE = /''([^'\n]{1,400}?)''/g;
const SUB_OR_SUPER = /[_^]\{([^{}]{1,200})\}/g;

const BOX_OF: Readonly<Record<string, string>> = { ' ': '[ ]', '*': '[x]', x: '[-]', '>': '[>]', '<': '[<]' };

/** One line of Zim's markup in Markdown. Bold and struck text are written alike in both. */
export function zimLineToMarkdown(line: string): string {
  const heading = HEADING.exec(line);
  if (heading !== null) return `${'#'.repeat(7 - (heading[1]?.length ?? 6))} ${inline(heading[2] ?? '')}`;
  return inline(line)
    .replace(CHECKBOX, (_, indent: string, mark: string) => `${indent}- ${BOX_OF[mark] ?? '[ ]'} `)
    .replace(NUMBERED, '$1$2. ');
}

function inline(text: string): string {
  return text
    .replace(IMAGE, '')
    .replace(LINK, (_, target: string, shown: string | undefined) => shownLink(target, shown))
    .replace(ITALIC, '*$1*')
    .replace(UNDERLINED, '*$1*')
    .replace(CODE, '`$1`')
    .replace(SUB_OR_SUPER, '$1');
}

/** `[[+Sub page]]`, `[[:Top:Page]]`, `[[Page#heading|text]]` as their reader sees them. */
function shownLink(target: string, shown: string | undefined): string {
  if (shown !== undefined && shown.trim() !== '') return shown;
  if (/^[a-z]+:\/\/|^mailto:/i.test(target)) return target;
  return target
    .replace(/^[+:]+/, '')
    .replaceAll('_', ' ')
    .replaceAll(':', ' > ')
    .replace('#', ' > ');
}
