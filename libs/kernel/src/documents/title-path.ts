const SEPARATOR = ' › ';

/** Titles from the outermost to the innermost in one line; empty ones are left out. */
export function joinTitles(titles: readonly string[]): string {
  return titles.filter((title) => title !== '').join(SEPARATOR);
}

/** What stands below a title in a title path that it leads; the whole path where it does not. */
export function titlesBelow(title: string, titlePath: string): string {
  if (title === '') return titlePath;
  if (titlePath === title) return '';
  return titlePath.startsWith(title + SEPARATOR) ? titlePath.slice(title.length + SEPARATOR.length) : titlePath;
}
