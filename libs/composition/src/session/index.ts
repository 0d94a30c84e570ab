export { connectOrOwn, type ConnectOptions } from './connect-or-own.js';
export { isServed, stopServer } from '../data-folder/stop-server.js';
export { readServerFile } from '../data-folder/server-file.js';
export type { DataFolderSession } from './data-folder-session.js';
export { checkNotesSetup } from '../notes/check-notes-setup.js';
export { dialectSurroundings } from '../dialects/dialect-surroundings.js';
