// npm run bench [-- NAME…] [--write [--anew]]
import { runTool } from './run-tool.mjs';

runTool(() => import('./bench/main.mjs').then(({ bench }) => bench));
