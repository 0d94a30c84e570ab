const HEAD = /^\ufeff?(?:---[ \t]*\r?\n(?:[^\n]*\n)*?(?:---|\.\.\.)|\+\+\+[ \t]*\r?\n(?:[^\n]*\n)*?\+\+\+)[ \t]*\r?\n(?:[ \t]*\r?\n)*/;

/** A Markdown text without the front matter (YAML or TOML) that it begins with and the blank lines after it; the whole of it where nothing follows. */
export function withoutFrontMatter(text: string): string {
  const rest = text.replace(HEAD, '');
  return rest.trim() === '' ? text : rest;
}
