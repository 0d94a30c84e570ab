export { forEachScore } from './for-each-score.js';
export { NIBBLES, PAGE_BYTES, ScanKernel } from './scan-kernel.js';
export { ENTRY, NIBBLE_GROUP, NIBBLE_OFFSET, NIBBLE_STEP, STEP, type Scan } from './scan-module.js';
