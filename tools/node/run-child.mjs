// Runs a program in the place of this one: same terminal, signals passed on, exit code handed back.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, dirname } from 'node:path';
import { endingSignals } from './hang-up.mjs';

/**
 * @param {string} command absolute path of the program
 * @param {readonly string[]} args
 * @param {{ env?: Record<string, string | undefined>, cwd?: string }} [options] `env` is added to the current environment
 * @returns {Promise<number>} the exit code; 128 + the signal's number when a signal ended it
 */
export function runChild(command, args, { env = {}, cwd } = {}) {
  const child = spawn(command, args, { stdio: 'inherit', cwd, env: { ...process.env, ...env } });
  // A terminal gives Ctrl-C to every process in front of it, so the child has it already.
  const forward = (signal) => (signal === 'SIGINT' && process.stdin.isTTY) || child.kill(signal);
  const forwarded = endingSignals();
  for (const signal of forwarded) process.on(signal, forward);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      for (const one of forwarded) process.off(one, forward);
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0));
    });
  });
}

/** The environment in which a script that says `#!/usr/bin/env node` finds the given Node. */
export function withNodeFirst(nodePath) {
  return { PATH: `${dirname(nodePath)}${delimiter}${process.env.PATH ?? ''}` };
}
