// npm run images -- COMMAND: the images of the apps, with or without a container engine.
import { runTool } from './run-tool.mjs';

runTool(() => import('./images/main.mjs').then(({ images }) => images));
