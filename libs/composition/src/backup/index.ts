export { backUp } from './back-up.js';
export { enginesElsewhere } from './engines-elsewhere.js';
export type { BackupManifest } from './manifest.js';
export { restore, type Restored } from './restore.js';
