// In a process of its own, with what is built instead of the sources.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const child = spawn(process.execPath, [join(import.meta.dirname, 'measure.ts')], { stdio: 'inherit' });
[process.exitCode] = await once(child, 'exit');
