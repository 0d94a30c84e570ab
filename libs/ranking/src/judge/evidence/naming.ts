import { hasPoints } from '../has-points.js';
import type { TermCounts } from './term-counts.js';

/** Which terms of the query are the name of a collection, in their order; undefined where none is. */
export type NamedTerms = readonly boolean[] | undefined;

interface NamedCollection {
  readonly named?: NamedTerms;
}

/** The collections with those parts of their names that tell them apart: what all of them are called tells nothing. */
export function tellNames<Collection extends NamedCollection & Parameters<typeof hasPoints>[0]>(
  collections: readonly Collection[],
): readonly Collection[] {
  const filled = collections.filter(hasPoints);
  const isTelling = (term: number) => filled.some(({ named }) => named?.[term] !== true);
  return collections.map((collection) => {
    const { named } = collection;
    return named ? { ...collection, named: named.map((isNamed, term) => isNamed && isTelling(term)) } : collection;
  });
}

/** Counts of a collection whose name stands in each of its points. */
export function countsWithName({ counts, named }: NamedCollection & { readonly counts: TermCounts }): TermCounts {
  if (named === undefined) return counts;
  return { ...counts, documentFrequency: counts.documentFrequency.map((count, term) => (named[term] === true ? counts.points : count)) };
}

/** Texts with the name of their collection at the beginning of their title path, unless it stands there by itself. */
export function withName<Text extends { readonly title: ArrayLike<number> }>(texts: readonly Text[], named: NamedTerms): readonly Text[] {
  if (named?.includes(true) !== true) return texts;
  return texts.map((text) => ({
    ...text,
    title: Array.from(text.title, (count, term) => (named[term] === true ? Math.max(1, count) : count)),
  }));
}

/** Whether a passage says all of a name, which has a word at least, itself. */
export function saysName({ body, title }: Record<'body' | 'title', ArrayLike<number>>, named: NamedTerms): boolean {
  return named?.includes(true) === true && named.every((isNamed, term) => !isNamed || (body[term] ?? 0) + (title[term] ?? 0) > 0);
}
