export type { CallCounts, LimitSettings } from './call-counts.js';
export type { CallMemory, KeptCall } from './call-memory.js';
export type { CursorStore, ListCodec } from './cursor-store.js';
export type { SessionStore } from './session-store.js';
