import type { Block } from '../text/block.js';
import { proseBoundary } from '../text/boundaries.js';
import type { Lines } from '../text/lines.js';

/** Plain text as paragraphs: runs of lines between blank ones. */
export function scanProse(lines: Lines): Block[] {
  const blocks: Block[] = [];
  let start: number | undefined;
  for (let line = 0; line <= lines.count; line++) {
    const isOver = line === lines.count || lines.isBlank(line);
    if (!isOver) start ??= lines.start(line);
    else if (start !== undefined) {
      blocks.push({ start, end: lines.start(line), kind: 'paragraph', path: [], section: 0, isWhole: false, boundary: proseBoundary });
      start = undefined;
    }
  }
  return blocks;
}
