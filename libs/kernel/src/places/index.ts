export { expandHome } from './expand-home.js';
export { homeFolder } from './home-folder.js';
export { remoteFileSystem, type RemoteFileSystem } from './remote-file-system.js';
