import { StaticEmbeddingProvider } from '@tributary/embedding-static';
import { parseQuery, scoreCollections, sketchCards } from '@tributary/ranking';
import { afterAll, describe, expect, it } from 'vitest';

/** As the notes document quotes them, cut short as they are. */
const DESCRIPTIONS = {
  bear_notes_chunks: 'Personal notes... software development',
  wikipedia_history_chunks: 'Wikipedia articles on world history...',
  b4_docs_chunks: 'GitHub b4 repository documentation...',
  wikipedia_general_chunks: '50,000 best Wikipedia articles for general knowledge...',
};
const NAMES = Object.keys(DESCRIPTIONS);

const common = new StaticEmbeddingProvider();
afterAll(() => common.close());

describe('descriptions alone', () => {
  it.each([
    ['What did I write about Python?', 'bear_notes_chunks'],
    ['What were the key events of the American Civil War?', 'wikipedia_history_chunks'],
    ['How do I use the b4 patch command?', 'b4_docs_chunks'],
    ["What's the current population of Tokyo?", 'wikipedia_general_chunks'],
  ])('send %s to %s', async (text, home) => {
    const embed = (texts: readonly string[]) => common.embed(texts, { kind: 'document' });
    const cards = await sketchCards(
      Object.entries(DESCRIPTIONS).map(([name, description]) => ({ name, description })),
      embed,
    );
    const query = parseQuery(text);
    const [vector] = await embed([query.text]);
    const scores = scoreCollections(
      { terms: query.terms, vector },
      cards.map((card) => ({ card })),
    ).map(({ score }) => score);
    expect(NAMES[scores.indexOf(Math.max(...scores))], JSON.stringify(scores)).toBe(home);
  });
});
