export type { CursorStore, ListedHit, RankedList } from './cursor/cursor-store.js';
export { MemoryCursorStore } from './cursor/memory-cursor-store.js';
export { FetchDocument } from './fetch/fetch-document.use-case.js';
export type { SearchContext } from './plan/plan.js';
export type { SearchCollaborators } from './search/collaborators.js';
export { SearchJob } from './search/search.job.js';
export { Search } from './search/search.use-case.js';
export { WhyNot } from './why-not/why-not.use-case.js';
