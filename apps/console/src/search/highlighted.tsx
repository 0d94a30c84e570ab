import { useMemo } from 'react';
import { highlight } from '@tributary/kernel';

/** A text with the words of the query marked; the text itself is never markup. */
export function Highlighted({ text, query }: { readonly text: string; readonly query: string }) {
  const segments = useMemo(() => highlight(text, query), [text, query]);
  // A piece has no name of its own and keeps its place.
  return segments.map(({ text: piece, isMatch }, place) => (isMatch ? <mark key={place}>{piece}</mark> : <span key={place}>{piece}</span>));
}
