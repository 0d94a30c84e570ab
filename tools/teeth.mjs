// npm run test:teeth [-- NAME…]
import { runTool } from './run-tool.mjs';

runTool(() => import('./teeth/main.mjs').then(({ teeth }) => teeth));
