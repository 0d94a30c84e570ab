// npm run conformance: the official conformance runner against the gateway, both revisions, with the runner’s whole report.
import { runTool } from './run-tool.mjs';

runTool(() => import('./conformance/main.mjs').then(({ conformance }) => conformance));
