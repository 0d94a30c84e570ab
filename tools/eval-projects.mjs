// npm run -s eval:projects -- FOLDER: questions about open-source projects, which lie unpacked in FOLDER (tools/eval/projects/README.md).
import { runTool } from './run-tool.mjs';

runTool(() => import('./eval/ask-projects.mjs').then(({ askProjects }) => askProjects));
