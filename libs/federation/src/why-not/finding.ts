import type { WhyNotAnswer } from '@tributary/contracts';

/** What became of a document, without its address. */
export type Finding = Omit<WhyNotAnswer, 'uri'>;
