import type { OwnOrderWeights } from './parameters.js';

/** Terms of a query whose words count what the weights say: about the middle of the evaluation sets. */
export const USUAL_TERMS = 9;

/** How many terms of a query the trust in its words goes by: as many as a document can say, and as in a usual query as far as the common model does not know them, since words are all there
 *  is to go by then. @param sense how far it knows them */
export function tellingTerms(terms: number, sense: number): number {
  return sense * terms + (1 - sense) * Math.max(terms, USUAL_TERMS);
}

/** What the words of a query count beside those of one of `USUAL_TERMS`. Which share of them a document says is a test of as many items as there are terms, and tells
 *  the less the fewer there are: n / (n + k) of Spearman (1910) and Brown (1910). */
export function trustInWords(terms: number, { fewTerms }: Pick<OwnOrderWeights, 'fewTerms'>): number {
  const reliability = (count: number) => count / (count + fewTerms);
  return reliability(Math.max(1, terms)) / reliability(USUAL_TERMS);
}
