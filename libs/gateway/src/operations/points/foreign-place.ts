import type { PointView } from '@tributary/contracts';
import { foreignPointId } from '@tributary/engines-port';
import type { PointPlace } from '@tributary/kernel/ids';

/** In a collection another program made: the place of what has the id, else one of its own.
 *  @param view what stands under the id, as far as the caller sees it */
export function foreignPlace(id: string, view: Pick<PointView, 'id' | 'original_id'> | undefined): PointPlace {
  if (view === undefined) return { document: id, pointId: foreignPointId(id), isDerived: false };
  const { original_id: original = view.id } = view;
  // What was made of another string id keeps it.
  return { document: foreignPointId(original) === view.id ? original : view.id, pointId: view.id, isDerived: false };
}
