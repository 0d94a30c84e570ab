import type { CallContext, Operations, PointView, PointsInput } from '@tributary/contracts';

const POINTS_PER_PAGE = 500;

export type Scrolling = Pick<Operations, 'getPoints'>;

/** All points of a collection that fit, page after page. */
export async function* scroll(
  operations: Scrolling,
  asked: Pick<PointsInput, 'collection' | 'filter' | 'past_damage'>,
  context: CallContext,
): AsyncGenerator<PointView> {
  let next: string | undefined;
  do {
    const page = await operations.getPoints({ ...asked, limit: POINTS_PER_PAGE, ...(next === undefined ? {} : { next }) }, context);
    for (const point of page.points) {
      // Not every engine looks at it, and half an export is none.
      context.signal.throwIfAborted();
      yield point;
    }
    next = page.next;
  } while (next !== undefined);
}
