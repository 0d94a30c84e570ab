/** Written by `npm run fit -- EVIDENCE OTHER --write`; do not edit. How it was fitted, and what each set gets when it is left out: docs/ranking-fit.md. */
export const FITTED = {
  own: { gamma: 0.5, fewTerms: 8.55, title: 0.65, feedback: 1.5, wordMatch: 0.6, neighbours: 0.35, similarity: 0 },
  otherOwn: { gamma: 0.65, fewTerms: 7.85, title: 0.4, feedback: 0, wordMatch: 0.9, neighbours: 0.45, similarity: 3.65 },
  joint: { cosine: 0.15, own: 0.85, best: 0.7, likeness: 0.5 },
  relevance: { slope: 7.73, intercept: -5.98 },
} as const;
