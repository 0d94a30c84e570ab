// A process that serves a folder until it is killed. It says `serving` when it does.
import { ChromaEngine } from '../engine/chroma-engine.js';

const [path = '', program = ''] = process.argv.slice(2);
const engine = await ChromaEngine.open({ name: 'folder', settings: { path, program } });
await engine.listCollections();
process.stdout.write('serving\n');
setInterval(() => undefined, 60_000);
