// npm start [-- PATH… and options of `tributary start`]
import { runTool } from './run-tool.mjs';

runTool(() => import('./start/main.mjs').then(({ start }) => start));
