/** Written by `npm run fit -- EVIDENCE --write`; do not edit. How it was fitted and what each set loses when it is left out: docs/ranking-fit.md. */
export const FITTED = {
  own: { gamma: 0.5, title: 0.55, bestChunk: 0, similarity: 0, feedback: 1.15, wordMatch: 0.8 },
  relevance: { slope: 6.44, intercept: -6.91 },
} as const;
