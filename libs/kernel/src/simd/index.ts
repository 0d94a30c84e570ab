export { forEachScore } from './for-each-score.js';
export { PAGE_BYTES, ScanKernel } from './scan-kernel.js';
export { ENTRY, STEP, type Scan } from './scan-module.js';
