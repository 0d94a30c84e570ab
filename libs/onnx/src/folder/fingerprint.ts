import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';

/** An operator whose scale depends on all texts of a batch. */
const DYNAMIC = Buffer.from('DynamicQuantizeLinear');
const DIGITS = 12;

export interface Fingerprint {
  readonly revision: string;
  /** True when the vector of a text depends on its neighbours in a batch. */
  readonly dependsOnBatch: boolean;
}

/** Reads the files once, in pieces. `also` is what else changes vectors. */
export async function fingerprint(files: readonly string[], also: unknown): Promise<Fingerprint> {
  const hash = createHash('sha256').update(JSON.stringify(also));
  let dependsOnBatch = false;
  for (const file of files) {
    if ((await stat(file).catch(() => undefined)) === undefined) continue;
    let tail: Uint8Array = new Uint8Array(0);
    for await (const piece of createReadStream(file, { highWaterMark: 1_048_576 })) {
      if (!(piece instanceof Uint8Array)) continue;
      hash.update(piece);
      dependsOnBatch ||= Buffer.concat([tail, piece]).includes(DYNAMIC);
      tail = piece.subarray(-DYNAMIC.length);
    }
  }
  return { revision: hash.digest('hex').slice(0, DIGITS), dependsOnBatch };
}
