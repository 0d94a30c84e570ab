import { Card } from '@tributary/contracts';
import { sha256Hex } from '@tributary/kernel/ids';

/** Marks the card of a collection that holds words for another one: nothing lists it. */
const LAYOUT = 'side-index';
const READABLE = 60;

/** The name under which the primary engine holds the words of a collection of another engine. No collection of a user is called so: theirs end in `__g<n>`. */
export function sideName(engine: string, collection: string): string {
  const readable = `${engine}.${collection}`.replace(/[^A-Za-z0-9._-]+/g, '-').slice(0, READABLE);
  return `words.${readable}.${sha256Hex(JSON.stringify([engine, collection])).slice(0, 12)}`;
}

/** The card of such a collection. Its points have no vector of a model of their own. */
export function sideCard(collection: string, now: Date): Card {
  return Card.parse({
    description: `Words of ${collection}`,
    model: { name: 'none', dimension: 1 },
    payload_layout: LAYOUT,
    created_at: now.toISOString(),
  });
}
