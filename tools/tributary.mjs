#!/usr/bin/env node
// npm run -s tributary -- <command>, or a link to this file on the PATH: the command line of this clone. Silent unless something must be installed or built.
import { runTool } from './run-tool.mjs';

runTool(() => import('./start/tributary.mjs').then(({ tributary }) => tributary));
