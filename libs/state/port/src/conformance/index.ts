export { describeCallCounts } from './call-counts.js';
export { describeCallMemory } from './call-memory.js';
export { describeCursorStore } from './cursor-store.js';
export { inMemory, type StateHarness } from './harness.js';
export { describeSessionStore } from './session-store.js';
