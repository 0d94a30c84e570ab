export { connectOrOwn, type ConnectOptions } from './connect-or-own.js';
export type { DataFolderSession } from './data-folder-session.js';
