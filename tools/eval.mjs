// npm run -s eval -- --collections DIR […] [--json FILE]: `tributary eval` of this clone.
import { runTool } from './run-tool.mjs';

runTool(() => import('./eval/main.mjs').then(({ evaluate }) => evaluate));
