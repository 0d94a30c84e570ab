import { readsAsMapping } from './reads-as-mapping.js';

/** The first group is what YAML stands between its marks. */
const HEAD = /^\ufeff?(?:---[ \t]*\r?\n((?:[^\n]*\n)*?)(?:---|\.\.\.)|\+\+\+[ \t]*\r?\n(?:[^\n]*\n)*?\+\+\+)[ \t]*\r?\n(?:[ \t]*\r?\n)*/;

/** A Markdown text without the front matter (YAML or TOML) that it begins with and the blank lines after it; the whole of it where nothing follows. */
export function withoutFrontMatter(text: string): string {
  const head = HEAD.exec(text);
  if (head === null || (head[1] !== undefined && !readsAsMapping(head[1].split('\n')))) return text;
  const rest = text.slice(head[0].length);
  return rest.trim() === '' ? text : rest;
}

const MARKDOWN = /\.(?:md|mdx|markdown|qmd)$/i;

/** A passage without the front matter it begins with: where only a few lines are shown, they are for what the document says. */
export function passageText({ content, path = '', range }: ShownPassage): string {
  return range?.start[0] === 1 && MARKDOWN.test(path) ? withoutFrontMatter(content) : content;
}

interface ShownPassage {
  readonly content: string;
  readonly path?: string | undefined;
  readonly range?: { readonly start: readonly [line: number, column: number] } | undefined;
}
