import type { WhyNotAnswer } from '@tributary/contracts';
import type { Failure } from '../nominate/failure.js';

/** What became of a document, without its address. */
export type Finding = Omit<WhyNotAnswer, 'uri'>;

export function notSearched(failure: Pick<Failure, 'code' | 'reason'> | undefined): Finding {
  const reason = failure?.reason.replace(/\.$/, '') ?? 'it did not answer';
  return {
    verdict: 'not_searched',
    stage: 'nominate',
    explanation: [`Its collection was not searched: ${reason}.`],
    details: failure ? { reason: failure.reason, code: failure.code } : {},
  };
}
