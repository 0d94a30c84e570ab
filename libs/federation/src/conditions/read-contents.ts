import type { StoredPoint } from '@tributary/engines-port';
import { within } from '@tributary/kernel';
import type { Nomination } from '../nominate/nominate-collection.js';
import type { SearchDeadlines } from '../plan/deadlines.js';

export interface ContentLimits {
  readonly deadlines: SearchDeadlines;
  readonly signal: AbortSignal | undefined;
}

/** The passages of all candidates of a collection, as far as they may be hits for the caller. */
export function readContents(
  { collection, candidates }: Nomination,
  { deadlines, signal }: ContentLimits,
): Promise<readonly StoredPoint[]> {
  return within({ deadline: deadlines.contents, signal }, (limit) =>
    collection.readHits(
      candidates.map(({ id }) => id),
      limit,
    ),
  );
}

/** A passage as operators and numbers of a query are looked for in it: the title path stands for the title. */
export function textOf({ payload: { title, heading = title, content } }: StoredPoint): {
  readonly title: string;
  readonly content: string;
} {
  return { title: heading, content };
}
