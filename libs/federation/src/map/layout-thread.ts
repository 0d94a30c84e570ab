import { parentPort } from 'node:worker_threads';
import { findPrincipalAxes, projectOnto, quantiseColumns } from '@tributary/ranking/projection';
import { AXES, type Layout, type VectorTable } from './layout.js';

/** As many vectors tell the axes; the rest is projected. */
const FITTED = 5_000;
const [BYTE, SHORT] = [127, 32_767];

parentPort?.once('message', (table: VectorTable) => {
  const layout = layOut(table);
  const { mean, axes, plane, components } = layout;
  parentPort?.postMessage(layout, [mean.buffer, axes.buffer, plane.values.buffer, components.values.buffer].filter(isOwned));
});

function layOut({ values, dimension }: VectorTable): Layout {
  const rows = values.length / dimension;
  const found = findPrincipalAxes({ values: values.subarray(0, FITTED * dimension), dimension }, AXES);
  const along = new Float32Array(rows * AXES);
  for (let row = 0; row < rows; row += 1)
    along.set(projectOnto(found, values.subarray(row * dimension, (row + 1) * dimension)), row * AXES);
  return {
    ...found,
    plane: quantiseColumns(along, { width: AXES, columns: 2, into: new Int16Array(rows * 2), limit: SHORT }),
    components: quantiseColumns(along, { width: AXES, columns: AXES, into: new Int8Array(rows * AXES), limit: BYTE }),
  };
}

function isOwned(buffer: ArrayBufferLike): buffer is ArrayBuffer {
  return buffer instanceof ArrayBuffer;
}
