export { temporaryFolder } from './files/temporary-folder.js';
export { SeededRandom, testSeed } from './random/seeded-random.js';
export { eventually } from './waiting/eventually.js';
