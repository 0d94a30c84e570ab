export { ChosenWatcher } from './choice/chosen-watcher.js';
