import type { PlaceAnswer } from '@tributary/contracts';
import { toPosition, type MapPoints, type Positions } from './map-points.js';
import { nearestTo, placeOfPoint } from './neighbours.js';

/** Which points stand out, by number; those behind the points of the map are the query and hits that are not drawn. */
export interface Scene {
  readonly positions: Positions;
  readonly query: number | undefined;
  readonly hits: readonly number[];
  /** What is nearest to the query and to the best hits, without them. */
  readonly neighbours: readonly number[];
}

const NEIGHBOURS = 8;
const HITS_WITH_NEIGHBOURS = 5;

/** Puts the query and its hits among the points. @param layout positions of the points by another layout; left out: the axes */
export function composeScene(
  points: MapPoints,
  {
    places,
    hits,
    layout,
  }: { readonly places: PlaceAnswer | undefined; readonly hits: readonly string[]; readonly layout?: Positions | undefined },
): Scene {
  const base = layout ?? points.positions;
  const numbers = new Map(points.map.ids.map((id, point) => [id, point]));
  const added: (readonly [number, number])[] = [];
  const add = (at: readonly number[]): number => {
    added.push(layout === undefined ? toPosition(at, points.frame) : meanOf(nearestTo(points, at, { count: 3 }), layout));
    return base.length / 2 + added.length - 1;
  };
  const placed = new Map(places?.points.map(({ id, at }) => [id, at]));
  const hitNumbers = hits.flatMap((id) => {
    const at = placed.get(id);
    const number = numbers.get(id) ?? (at === undefined ? undefined : add(at));
    return number === undefined ? [] : [number];
  });
  const query = places?.query === undefined ? undefined : add(places.query);
  const centres = [
    ...(places?.query === undefined ? [] : [places.query]),
    ...hits.slice(0, HITS_WITH_NEIGHBOURS).flatMap((id) => centreOf(points, numbers.get(id))),
  ];
  const near = new Set(centres.flatMap((centre) => nearestTo(points, centre, { count: NEIGHBOURS })));
  for (const hit of hitNumbers) near.delete(hit);
  const positions = new Float32Array(base.length + added.length * 2);
  positions.set(base);
  positions.set(added.flat(), base.length);
  return { positions, query, hits: hitNumbers, neighbours: [...near] };
}

function centreOf(points: MapPoints, number: number | undefined): readonly ArrayLike<number>[] {
  return number === undefined ? [] : [placeOfPoint(points, number)];
}

function meanOf(points: readonly number[], positions: Positions): readonly [number, number] {
  const mean = (axis: 0 | 1) => points.reduce((sum, point) => sum + (positions[point * 2 + axis] ?? 0), 0) / Math.max(1, points.length);
  return [mean(0), mean(1)];
}
