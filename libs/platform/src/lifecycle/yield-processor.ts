import { setPriority } from 'node:os';

/** Niceness; 0 is usual, 19 the last of all. */
const LOWER = 5;

/** Lets other processes of this machine go first where all want the processor: for work that can wait beside searches. On Linux for the calling thread and
 *  those that it begins from now on. */
export function yieldProcessor(): void {
  try {
    setPriority(LOWER);
  } catch {
    // A container that forbids it only shares the processor more evenly.
  }
}
