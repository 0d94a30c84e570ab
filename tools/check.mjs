// npm run check [-- STEP… | -- --without STEP…]: format, lint, types, dead code, layers, gates, projects.
import { runTool } from './run-tool.mjs';

runTool(() => import('./check/main.mjs').then(({ check }) => check));
