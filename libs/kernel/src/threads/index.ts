export { BusyThread, type BusyThreadOptions } from './busy-thread.js';
