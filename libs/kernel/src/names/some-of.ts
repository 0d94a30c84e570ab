/** What one sentence can name without being nothing but names. */
const MOST_NAMES = 50;

/** The first names of a list in one text, and how many more there are; one that is left over is named as well. */
export function someOf(names: readonly string[], most = MOST_NAMES): string {
  const more = names.length - most;
  return more > 1 ? `${names.slice(0, most).join(', ')} and ${more.toString()} more` : names.join(', ');
}
