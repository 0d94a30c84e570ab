import type { Nomination } from './nominate-collection.js';

/** False where no lane of a collection could be searched. One that had nothing to look for is no failure. */
export function wasSearched({ answered, lanes }: Pick<Nomination, 'answered' | 'lanes'>): boolean {
  const statuses = Object.values(lanes).map(({ status }) => status);
  return answered && (statuses.includes('searched') || statuses.every((status) => status === 'skipped'));
}

/** False where a lane of a collection could not be searched. */
export function wasSearchedWhole({ answered, lanes }: Pick<Nomination, 'answered' | 'lanes'>): boolean {
  return answered && Object.values(lanes).every(({ status }) => status === 'searched' || status === 'skipped');
}
