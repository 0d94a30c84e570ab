// npm run release [-- FOLDER]: the tarball of the command, and what it is made of.
import { runTool } from './run-tool.mjs';

runTool(() => import('./release/main.mjs').then(({ release }) => release));
