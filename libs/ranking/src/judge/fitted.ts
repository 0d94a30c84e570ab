/** Written by `npm run fit -- EVIDENCE OTHER --write`; do not edit. How it was fitted, and what each set gets when it is left out: docs/ranking-fit.md. */
export const FITTED = {
  own: { gamma: 0.5, title: 0.8, feedback: 1.4, wordMatch: 0.95, neighbours: 0.3, similarity: 0 },
  otherOwn: { gamma: 0.6, title: 0.45, feedback: 0, wordMatch: 0.9, neighbours: 0.45, similarity: 3.4 },
  joint: { cosine: 0.3, own: 0.8, best: 0.75, likeness: 0.5 },
  relevance: { slope: 2.77, intercept: -6.04 },
} as const;
