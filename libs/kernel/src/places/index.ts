export { homeFolder } from './home-folder.js';
