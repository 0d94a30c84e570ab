import type { CollectionSummary } from './card.js';

/** Whether a row stands for what an engine holds that cannot be listed now, `<engine>/*`: no collection has that name. */
export function isUnlistedEngine({ name }: Pick<CollectionSummary, 'name'>): boolean {
  return name.endsWith('/*');
}

/** The name of that row. */
export function unlistedEngine(engine: string): string {
  return `${engine}/*`;
}
