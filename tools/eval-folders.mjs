// npm run -s eval:folders -- projects|manuals FOLDER: questions about folders of files, which lie side by side in FOLDER (tools/eval/projects/README.md, tools/eval/manuals/README.md).
import { runTool } from './run-tool.mjs';

runTool(() => import('./eval/folders/ask-folders.mjs').then(({ askFolders }) => askFolders));
