/** Written by `npm run fit -- EVIDENCE OTHER --write`; do not edit. How it was fitted, and what each set gets when it is left out: docs/ranking-fit.md. */
export const FITTED = {
  own: { gamma: 0.5, title: 0.8, feedback: 1.4, wordMatch: 0.95, neighbours: 0.3, similarity: 0 },
  otherOwn: { gamma: 0.4, title: 0.35, feedback: 0.2, wordMatch: 0.9, neighbours: 0.3, similarity: 2.95 },
  joint: { cosine: 0.2, own: 0.7, best: 0.55, likeness: 0.45 },
  relevance: { slope: 3.25, intercept: -6 },
} as const;
