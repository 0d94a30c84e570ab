// Ends the process when it holds too much memory, whatever kind, or when its parent is gone while it is busy.
import { workerData } from 'node:worker_threads';
import { z } from 'zod';
import { OUT_OF_MEMORY_SIGNAL } from './messages.js';

const CHECK_MS = 20;
const { memoryMb, parent } = z.object({ memoryMb: z.number().positive(), parent: z.number().int() }).parse(workerData);
// Windows has no such signal, and `kill` would throw: there it ends like a process that failed.
const ending = process.platform === 'win32' ? 'SIGKILL' : OUT_OF_MEMORY_SIGNAL;
const limit = memoryMb * 1024 * 1024;

setInterval(() => {
  if (process.memoryUsage.rss() > limit) process.kill(process.pid, ending);
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}, CHECK_MS);
