// In a process of its own, with what is built instead of the sources.
import { spawn } from 'node:child_process';
import { join } from 'node:path';

spawn(process.execPath, [join(import.meta.dirname, 'measure.ts')], { stdio: 'inherit' }).once('exit', (code) => {
  process.exitCode = code ?? 1;
});
