import type { Schemas } from '@qdrant/js-client-rest';
import { DOCUMENT_PLACE } from '@tributary/engines-port';

/** The parts of a payload in which these places lie; all of it where a name cannot be said in the words of the server. */
export function payloadAt(places: readonly string[] | undefined): Schemas['WithPayloadInterface'] {
  if (places === undefined) return true;
  const names = places.filter((place) => place !== DOCUMENT_PLACE).flatMap((place) => [place.split('.')[0] ?? '', place]);
  if (names.some((name) => name === '' || /["\\]/.test(name))) return true;
  // Quoted, a name with dots means the field that is called so.
  return names.length === 0 ? false : { include: [...new Set(names)].map((name) => `"${name}"`) };
}
