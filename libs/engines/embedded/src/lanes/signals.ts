import type { Candidate, SignalsRequest } from '@tributary/engines-port';
import type { Bitmap } from '../memory/bitmap.js';
import type { Projection } from '../projection/projection.js';
import { numberIn } from '../store/columns.js';
import type { Connection } from '../store/connection.js';
import { pointIdBytes } from '../store/point-id.js';
import { numberOf } from '../store/row-ids.js';
import { CandidateSet } from './candidate-set.js';

/** The signals of points by id on one state of a collection. Synchronous, within a snapshot. */
export function signals(
  request: SignalsRequest,
  { projection, reader, admitted }: { readonly projection: Projection; readonly reader: Connection; readonly admitted: Bitmap },
): readonly Candidate[] {
  const set = new CandidateSet(projection, reader);
  const slots = request.ids.flatMap((id) => {
    const bytes = pointIdBytes(id);
    const row = bytes && reader.sql('SELECT slot FROM points WHERE collection = ? AND id = ?').get(projection.collection, bytes);
    const slot = row && projection.findStored(numberOf(numberIn(row, 'slot')));
    return slot !== undefined && admitted.has(slot) ? [slot] : [];
  });
  set.add(slots.map((slot) => ({ slot, score: 0 })));
  return set.candidates(request);
}
