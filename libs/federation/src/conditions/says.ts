import type { Candidate } from '@tributary/engines-port';

/** Whether a passage says a term, by its place among those that are counted. */
export function says({ body, title }: Pick<Candidate, 'body' | 'title'>, term: number): boolean {
  return (body[term] ?? 0) + (title[term] ?? 0) > 0;
}
