// npm run bench [-- NAME…] [--write]
import { runTool } from './run-tool.mjs';

runTool(() => import('./bench/main.mjs').then(({ bench }) => bench));
