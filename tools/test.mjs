// npm test [-- filters]: every test, or those whose file matches. `--long` runs the same at full size, `--containers` the scenarios on images.
import { runTool } from './run-tool.mjs';

runTool(() => import('./test/main.mjs').then(({ test }) => test));
