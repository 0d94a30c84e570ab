import { termIdsOf } from '../analysis/tokens.js';
import { wordsOfName } from '../query/named-terms.js';
import { toDirection } from './collection-sketch.js';
import type { CardSketch } from './score-collections.js';

/** Sentences and list items that are told apart, at most. */
const MOST_PARTS = 24;

/** What a card says in words. */
export interface SpokenCard {
  readonly name: string;
  readonly description: string;
}

/** Sketches cards by the terms and the sentences of name and description, one for each, in order.
 *  @param embed vectors of texts by the common model */
export async function sketchCards(
  cards: readonly SpokenCard[],
  embed: (texts: readonly string[]) => Promise<readonly Float32Array[]>,
): Promise<readonly CardSketch[]> {
  const texts = cards.map(partsOf);
  const vectors = await embed(texts.flat());
  let at = 0;
  return cards.map((card, i) => {
    const from = at;
    at += texts[i]?.length ?? 0;
    return { terms: termIdsOf(`${wordsOfName(card.name)}\n${card.description}`), topics: vectors.slice(from, at).map(toDirection) };
  });
}

function partsOf({ name, description }: SpokenCard): readonly string[] {
  if (description.trim() === '') return [wordsOfName(name)];
  const sentences = description
    .split(/(?<=[.;:!?])\s+|\n+/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
  return [...new Set([`${wordsOfName(name)}: ${description}`, ...sentences])].slice(0, MOST_PARTS);
}
