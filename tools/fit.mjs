// npm run fit -- EVIDENCE.jsonl OTHER.jsonl [--write]: fits the parameters of the judge on what `tributary eval --evidence-file` wrote with the static model and with another one.
import { runTool } from './run-tool.mjs';

runTool(() => import('./fit/main.mjs').then(({ fit }) => fit));
