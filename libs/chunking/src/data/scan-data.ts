import type { Block } from '../text/block.js';
import { lineBoundary } from '../text/boundaries.js';
import type { Lines } from '../text/lines.js';

/** JSON, YAML, tables and the like as one run of lines, to be cut where the indentation is small. */
export function scanData(lines: Lines): Block[] {
  return [{ start: 0, end: lines.text.length, kind: 'block', path: [], section: 0, isWhole: false, boundary: lineBoundary }];
}
