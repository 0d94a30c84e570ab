import type { CollectionMap } from '@tributary/contracts';
import { describe, expect, it } from 'vitest';
import { readMap, toPosition } from './map-points.js';
import { nearestTo, placeByNeighbours, samplePoints } from './neighbours.js';
import { PointGrid, pointsWithin } from './pick.js';
import { composeScene } from './scene.js';

const packed = (values: Int8Array | Int16Array) => Buffer.from(values.buffer).toString('base64');

const MAP: CollectionMap = {
  collection: 'house',
  version: 'v',
  model: 'static',
  dimension: 3,
  total: 3,
  sampled: false,
  ids: ['a', 'b', 'c'],
  documents: [{ title: 'A' }],
  document_of: [0, 0, 0],
  scale: [0.5, 2],
  coordinates: packed(Int16Array.from([0, 0, 8, 1, 16, 0])),
  components: { axes: 3, scale: [1, 2, 4], values: packed(Int8Array.from([0, 0, 0, 4, 1, 1, 8, 0, -1])) },
  explained: [0.6, 0.3],
  projection: { unit: true, mean: '', axes: '' },
};

describe('the points of a map', () => {
  it('fill the drawing on its longer side and keep their proportions [002-38]', () => {
    const { positions, frame, components } = readMap(MAP);
    expect([...positions]).toEqual([-1, -0.25, 0, 0.25, 1, -0.25]);
    expect([...components]).toEqual([0, 0, 0, 4, 2, 4, 8, 0, -4]);
    expect(toPosition([8, 0], frame)).toEqual([1, -0.25]);
  });

  it('lie in the middle where there is only one, and are none where there is none', () => {
    const one = { ...MAP, ids: ['a'], coordinates: packed(Int16Array.from([3, 3])), components: undefined };
    expect([...readMap(one).positions]).toEqual([0, 0]);
    expect(readMap({ ...one, ids: [], coordinates: '' }).positions).toHaveLength(0);
  });

  it('are found by place, and inside a line drawn round them', () => {
    const positions = Float32Array.from([-0.5, -0.5, 0.5, 0.5, 0.52, 0.5, 1, 1]);
    const grid = new PointGrid(positions);
    expect(grid.nearest([0.51, 0.5], 0.05)).toBe(2);
    expect(grid.nearest([0.49, 0.5], 0.05)).toBe(1);
    expect(grid.nearest([0, 0], 0.1)).toBeUndefined();
    expect(grid.nearest([1.02, 1], 0.05)).toBe(3);
    expect(
      pointsWithin(positions, [
        [0, 0],
        [0.9, 0],
        [0.9, 0.9],
        [0, 0.9],
      ]),
    ).toEqual([1, 2]);
  });
});

describe('neighbours', () => {
  const all = { components: Float32Array.from([0, 0, 1, 0, 10, 0, 11, 0, 5, 0]), axes: 2 };

  it('are the nearest points in all axes, the nearest first', () => {
    expect(nearestTo(all, [0.6, 0], { count: 3 })).toEqual([1, 0, 4]);
    expect(nearestTo(all, [0.6, 0], { count: 2, among: [2, 3] })).toEqual([2, 3]);
  });

  it('give a place to the points that another layout has none for', () => {
    const placed = placeByNeighbours(all, Int32Array.from([0, 2]), Float32Array.from([0, 0, 4, 4]));
    expect([...placed.subarray(0, 2)]).toEqual([0, 0]);
    expect([...placed.subarray(4, 6)]).toEqual([4, 4]);
    expect(placed[8]).toBeCloseTo(2, 3);
    expect(placed[2] ?? 9).toBeLessThan(1);
    expect([...samplePoints(10, 4)]).toEqual([0, 2, 5, 7]);
    expect([...samplePoints(2, 4)]).toEqual([0, 1]);
  });
});

describe('the query and its hits on the map', () => {
  const points = readMap(MAP);
  const places = { version: 'v', query: [8, 0, -4], points: [{ id: 'far', at: [0, 0, 0] }], notes: [] };

  it('stand among the points, with what is near to them, whether they are drawn or not', () => {
    const scene = composeScene(points, { places, hits: ['b', 'far', 'gone'] });
    expect(scene.hits).toEqual([1, 3]);
    expect(scene.query).toBe(4);
    expect([...scene.positions.subarray(6)]).toEqual([-1, -0.25, 1, -0.25]);
    expect([...scene.neighbours].toSorted()).toEqual([0, 2]);
  });

  it('go where their neighbours are in another layout', () => {
    const layout = Float32Array.from([3, 3, 3, 3, 3, 3]);
    const scene = composeScene(points, { places, hits: [], layout });
    expect([...scene.positions.subarray(6)]).toEqual([3, 3]);
  });
});
