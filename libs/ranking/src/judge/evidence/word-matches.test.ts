import { expect, it } from 'vitest';
import { candidate, collection, rank } from '../judging.fixture.js';

it('of a passage that nobody read and that has no term of the query are no more than its vector lets expect, however well all read ones say it', () => {
  const says = candidate('says', { counts: [1, 1], commonSimilarity: 0.5, similarity: 0.5 });
  const unread = candidate('unread', { counts: [1, 0], commonSimilarity: 0.5, similarity: 0.5 });
  const none = candidate('none', { counts: [0, 0], commonSimilarity: 0.1, similarity: 0.1 });
  const hits = rank([collection([says, unread, none])], {}, [{ matches: [1, undefined, undefined] }]);
  const matchOf = (id: string) => hits.find((hit) => hit.candidate.id === id)?.signals()['word_match'];
  expect(matchOf('says')).toBe(1);
  expect(matchOf('unread')).toBe(1);
  expect(matchOf('none')).toBeLessThan(0.1);
});
