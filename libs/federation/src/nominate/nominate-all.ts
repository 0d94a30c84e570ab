import type { ScopedCollection } from '../access/scoped-collection.js';
import type { Circuits } from './circuits.js';
import type { Failure } from './failure.js';
import { requestTo } from './called-by-name.js';
import { failedNomination, nominateCollection, type Nomination, type NominationRequest } from './nominate-collection.js';

/** A deadline shorter than this says nothing about the engine that misses it. */
const FAIR_DEADLINE_MS = 300;

const CIRCUIT_OPEN: Failure = {
  status: 'skipped',
  code: 'ENGINE.CIRCUIT_OPEN',
  reason: 'its engine did not answer the last searches; it is tried again in a few seconds',
  isOutage: false,
};

/** Asks all collections at once, leaving alone those whose engine is known to be away. One nomination per collection, in their order. */
export async function nominateAll(
  collections: readonly ScopedCollection[],
  request: NominationRequest,
  circuits: Circuits,
): Promise<readonly Nomination[]> {
  const isFair = request.deadlines.lanes.remainingMs >= FAIR_DEADLINE_MS;
  const nominations = await Promise.all(
    collections.map(async (collection) =>
      circuits.isOpen(collection.record.engine)
        ? failedNomination(collection, { failure: CIRCUIT_OPEN, lanes: request.lanes, ms: 0 })
        : nominateCollection(collection, requestTo(collection, request)),
    ),
  );
  if (isFair && request.signal?.aborted !== true) noteOutages(nominations, circuits);
  return nominations;
}

/** One broken collection is not a broken engine: only when all of an engine's collections found it away does that count against it. */
function noteOutages(nominations: readonly Nomination[], circuits: Circuits): void {
  const asked = nominations.filter(({ failure }) => failure !== CIRCUIT_OPEN);
  for (const engine of new Set(asked.map(({ collection }) => collection.record.engine))) {
    const own = asked.filter(({ collection }) => collection.record.engine === engine);
    if (own.every(({ failure }) => failure?.isOutage === true)) circuits.failed(engine);
    else circuits.answered(engine);
  }
}
