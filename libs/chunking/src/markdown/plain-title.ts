const LONGEST_TITLE = 120;

/** A character behind a backslash, or a code span between two equal runs of backticks. Bounded: of a title its first thousand characters are read. */
const LITERAL = /\\[!-/:-@[-`{-~]|(?<!`)(`+)(?!`).*?[^`]\1(?!`)/gs;
const AUTOLINK = /<([a-z][a-z0-9+.-]{1,31}:(?!:)[^\s<>]*|[^\s<>@]+@[^\s<>@]+)>/gi;
const TAG = /<!--[^<>]*-->|<\/?([a-z][\w:.-]*)((?:\s[^<>]*)?\/?)>/gi;
/** What headings are marked up with. Names with capitals are those of components and types. */
const HTML_NAME =
  /^(?:a|abbr|address|article|b|bdi|bdo|big|blockquote|br|button|center|cite|code|data|dd|del|details|dfn|div|dl|dt|em|figcaption|figure|font|footer|h[1-6]|header|hr|i|iframe|img|input|ins|kbd|label|li|main|mark|nav|nobr|object|ol|p|path|picture|pre|q|rp|rt|ruby|s|samp|section|small|source|span|strike|strong|sub|summary|sup|svg|table|tbody|td|th|thead|time|tr|tt|u|ul|var|video|wbr|BR|CENTER|EM|FONT|IMG|SPAN|STRONG|SUB|SUP)$/;

/** The text of a heading without links, images, tags of HTML, emphasis and anchors, at most 120 characters. What stands in code spans and behind
 *  backslashes is literal. */
export function plainTitle(text: string): string {
  const literals: string[] = [];
  const plain = text
    .slice(0, 1000)
    .replaceAll('\0', '')
    .replace(LITERAL, (literal) => `\0${(literals.push(contentOf(literal)) - 1).toString()}\0`)
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(AUTOLINK, '$1')
    .replace(TAG, (tag, name: string | undefined, rest: string | undefined) => (isMarkup(name, rest) ? '' : tag))
    .replace(/\{#[^{}]*\}\s*$/, '')
    .replace(/(?<!\s)\*\*|\*\*(?!\s)|(?<![\p{L}\p{N}])__|__(?![\p{L}\p{N}])|`/gu, '')
    .replace(/\0(\d+)\0/g, (_, at: string) => literals[Number(at)] ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  return plain.length <= LONGEST_TITLE ? plain : `${plain.slice(0, plain.lastIndexOf(' ', LONGEST_TITLE) + 1 || LONGEST_TITLE).trim()}…`;
}

function contentOf(literal: string): string {
  return literal.startsWith('\\') ? literal.slice(1) : literal.replace(/^`+|(?<!`)`+$/g, '');
}

/** Tags of HTML, comments, and whatever has attributes or closes itself; `List<String>` is text. */
function isMarkup(name: string | undefined, rest = ''): boolean {
  return name === undefined || HTML_NAME.test(name) || rest.includes('=') || rest.endsWith('/');
}
