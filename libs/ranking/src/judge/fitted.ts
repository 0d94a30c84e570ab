/** Written by `npm run fit -- EVIDENCE --write`; do not edit. How it was fitted and what each set loses when it is left out: docs/ranking-fit.md. */
export const FITTED = {
  own: { gamma: 0.45, title: 0.55, bestChunk: 0, similarity: 0, feedback: 1.2, wordMatch: 0.85 },
  relevance: { slope: 3.31, intercept: -6.31 },
} as const;
