export { DEFAULT_DATA_FOLDER, defaultDataFolder, userDataFolder } from './data-folder.js';
export { expandHome } from './expand-home.js';
export { homeFolder } from './home-folder.js';
export { isReadOnlyDisk } from './is-read-only-disk.js';
export { remoteFileSystem, type RemoteFileSystem } from './remote-file-system.js';
