// npm run services [-- --embedders 2 --data DIR --port 7411 …]: the four services as separate processes over Redis.
import { runTool } from './run-tool.mjs';

runTool(() => import('./services/main.mjs').then(({ services }) => services));
