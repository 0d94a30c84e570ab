// npm run fit -- EVIDENCE.jsonl [--write]: fits the parameters of the judge on what `tributary eval --evidence-file` wrote.
import { runTool } from './run-tool.mjs';

runTool(() => import('./fit/main.mjs').then(({ fit }) => fit));
