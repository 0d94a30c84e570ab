import type { SourceProcess } from '@tributary/testing';

/** Kills a process so many ms from now, wherever it is. */
export function killAfter(child: SourceProcess, ms: number): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(() => {
      child.kill().then(resolve, reject);
    }, ms);
  });
}
