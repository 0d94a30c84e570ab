export { forEachScore } from './for-each-score.js';
export { ROTATED_BLOCK } from './rotate-module.js';
export { NIBBLES, PAGE_BYTES, ScanKernel, type Packing } from './scan-kernel.js';
export { ENTRY, NIBBLE_GROUP, NIBBLE_OFFSET, NIBBLE_STEP, STEP, type Scan } from './scan-module.js';
