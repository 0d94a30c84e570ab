import { parseQuery } from '@tributary/ranking';
import { expect, it } from 'vitest';
import { wordMatch } from './word-match.js';

const terms = parseQuery('Q1 Budget').terms.map(({ id }) => id);
const passage = { title: 'Minutes', content: 'Nothing of the kind.', lexical: 0 };

it('weighs a word in the title three times one in the text [002-3]', () => {
  const inText = wordMatch(terms, { ...passage, content: 'The Q1 budget.', lexical: 0.6 });
  const inTitle = wordMatch(terms, { ...passage, title: 'Q1 Budget', lexical: 0.6 });
  expect(inText).toBeCloseTo(0.2, 10);
  expect(inTitle).toBeCloseTo((0.6 + 2) / 3, 10);
  expect(wordMatch(terms, { ...passage, title: 'Q1 Budget', lexical: 1 })).toBe(1);
});

it('does not take similar words: what a repaired query found is none of its hits', () => {
  const typo = parseQuery('kuberntes').terms.map(({ id }) => id);
  expect(wordMatch(typo, { title: 'Kubernetes', content: 'How we run kubernetes.', lexical: 0.9 })).toBe(0);
});
