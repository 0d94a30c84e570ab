import { isZero } from '../vectors/unit-vector.js';
import type { ServerErrors } from './server-errors.js';

/** A text of which every model knows something. */
const PROBE = 'text';

interface Asking {
  readonly send: (texts: readonly string[]) => Promise<readonly Float32Array[]>;
  readonly errors: ServerErrors;
}

/** The vectors of texts. A model may know nothing of one; a server that answers zeros to a common word, too, is out of order.
 *  @throws `EMBEDDER.UNAVAILABLE` for such a server, which may be well again later */
export async function requireDirections(texts: readonly string[], { send, errors }: Asking): Promise<readonly Float32Array[]> {
  const vectors = await send(texts);
  if (vectors.some(isZero) && (await send([PROBE])).some(isZero)) throw errors.zeros();
  return vectors;
}
