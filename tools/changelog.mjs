// npm run changelog [-- FROM]: what changed since the last release, by area.
import { runTool } from './run-tool.mjs';

runTool(() => import('./release/changelog.mjs').then(({ changelog }) => changelog));
