// npm run sbom: a bill of materials of what is shipped, on standard output.
import { runTool } from './run-tool.mjs';

runTool(() => import('./release/bill-of-materials.mjs').then(({ printBill }) => printBill));
