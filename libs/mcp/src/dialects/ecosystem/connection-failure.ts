import { retryable, type TributaryError } from '@tributary/kernel';
import type { EnginePlace, EnginePlaces } from '../engines/engine-places.js';

const NAMES = { qdrant: 'Qdrant', chroma: 'Chroma', embedded: 'the embedded store' } as const;

const REMEDIES = {
  qdrant: 'Ensure Qdrant is running: docker compose up -d',
  chroma: 'Ensure Chroma is running: chroma run',
  embedded: 'Ensure its folder is there and can be written: tributary doctor',
} as const;

/** Codes of an engine that nobody answers for. */
const AWAY: ReadonlySet<string> = new Set(['ENGINE.UNAVAILABLE', 'ENGINE.CIRCUIT_OPEN', 'ENGINE.PROGRAM_MISSING']);

/** True for the code of an engine that could not be reached. */
export function isConnectionFailure(code: string | undefined): boolean {
  return code !== undefined && AWAY.has(code);
}

/** `Failed to connect to Qdrant at localhost:6333. …`, by the kind of the engine and where it is.
 *  @param engine its name; left out or unknown: the primary one */
export function connectionFailure(places: EnginePlaces, engine: string | undefined, cause: unknown): TributaryError {
  const place = places.engines[engine ?? places.primary] ?? places.engines[places.primary];
  return retryable('ENGINE.UNAVAILABLE', sentence(place), { cause });
}

function sentence(place: EnginePlace | undefined): string {
  if (place === undefined) return 'Failed to connect to the engine. Ensure the server is running: tributary status';
  return `Failed to connect to ${NAMES[place.kind]} at ${place.address}. ${REMEDIES[place.kind]}`;
}
