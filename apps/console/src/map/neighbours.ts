/** Points with a distance along each axis, point by point. */
export interface Components {
  readonly components: Float32Array;
  readonly axes: number;
}

/** The points nearest to one, the nearest first, itself left out. @param among only these; left out: all */
export function nearestTo(
  { components, axes }: Components,
  place: ArrayLike<number>,
  options: { readonly count: number; readonly among?: ArrayLike<number> },
): readonly number[] {
  const { count, among } = options;
  const best: { readonly point: number; readonly distance: number }[] = [];
  const size = among?.length ?? components.length / Math.max(1, axes);
  for (let at = 0; at < size; at += 1) {
    const point = among?.[at] ?? at;
    const worst = best.length < count ? Infinity : (best.at(-1)?.distance ?? Infinity);
    let distance = 0;
    for (let axis = 0; axis < axes && distance < worst; axis += 1)
      distance += ((components[point * axes + axis] ?? 0) - (place[axis] ?? 0)) ** 2;
    if (distance >= worst) continue;
    const before = best.findIndex((one) => one.distance > distance);
    best.splice(before < 0 ? best.length : before, 0, { point, distance });
    if (best.length > count) best.pop();
  }
  return best.map(({ point }) => point);
}

/** Where a point lies along the axes. */
export function placeOfPoint({ components, axes }: Components, point: number): Float32Array {
  return components.subarray(point * axes, (point + 1) * axes);
}

/** As many points as wanted, evenly over all: their order says nothing of their content. */
export function samplePoints(points: number, most: number): Int32Array {
  const count = Math.min(points, most);
  return Int32Array.from({ length: count }, (_, at) => Math.floor((at * points) / count));
}

const NEIGHBOURS = 3;

/** Gives a place to every point: those of the sample have one, the others get the mean of their nearest in the sample, the nearer the more. */
export function placeByNeighbours(all: Components, sample: Int32Array, places: Float32Array): Float32Array {
  const { components, axes } = all;
  const points = components.length / Math.max(1, axes);
  const placed = new Float32Array(points * 2);
  const numberOf = new Map(Array.from(sample, (point, at) => [point, at] as const));
  for (let point = 0; point < points; point += 1) {
    const at = numberOf.get(point);
    const [x, y] = at === undefined ? meanPlace(all, point, { sample, numberOf, places }) : [places[at * 2] ?? 0, places[at * 2 + 1] ?? 0];
    placed.set([x, y], point * 2);
  }
  return placed;
}

function meanPlace(
  all: Components,
  point: number,
  {
    sample,
    numberOf,
    places,
  }: { readonly sample: Int32Array; readonly numberOf: ReadonlyMap<number, number>; readonly places: Float32Array },
): readonly [number, number] {
  const place = placeOfPoint(all, point);
  let [x, y, whole] = [0, 0, 0];
  for (const near of nearestTo(all, place, { count: NEIGHBOURS, among: sample })) {
    const weight = 1 / (1e-6 + distanceOf(place, placeOfPoint(all, near)));
    const at = numberOf.get(near) ?? 0;
    x += weight * (places[at * 2] ?? 0);
    y += weight * (places[at * 2 + 1] ?? 0);
    whole += weight;
  }
  return whole === 0 ? [0, 0] : [x / whole, y / whole];
}

function distanceOf(a: Float32Array, b: Float32Array): number {
  return Math.sqrt(a.reduce((sum, value, axis) => sum + (value - (b[axis] ?? 0)) ** 2, 0));
}
