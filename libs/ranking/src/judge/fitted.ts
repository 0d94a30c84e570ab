/** Written by `npm run fit -- EVIDENCE --write`; do not edit. How it was fitted, and what each set gets when it is left out: docs/ranking-fit.md. */
export const FITTED = {
  own: { gamma: 0.45, title: 0.7, bestChunk: 0.2, feedback: 1.45, wordMatch: 1, similarity: 0 },
  relevance: { slope: 3.33, intercept: -6.16 },
} as const;
