// Runs a program without a terminal and keeps what it wrote.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { endingSignals } from '../node/hang-up.mjs';

/**
 * A signal that would end this process ends the program first, so that nothing goes on unseen.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv, detached?: boolean, onStart?: ((pid: number) => void) | undefined }} options
 * @returns {Promise<{ code: number, output: string }>} standard output and error in the order of arrival; code 1 when it could not start
 */
export function runCaptured(command, args, { onStart, ...options }) {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const stopForwarding = endWith(child);
  if (child.pid !== undefined) onStart?.(child.pid);
  /** @type {Buffer[]} */
  const pieces = [];
  child.stdout.on('data', (piece) => pieces.push(piece));
  child.stderr.on('data', (piece) => pieces.push(piece));
  return new Promise((resolve) => {
    const end = (/** @type {{ code: number, output: string }} */ result) => {
      stopForwarding();
      resolve(result);
    };
    child.once('error', (error) => end({ code: 1, output: String(error) }));
    child.once('close', (code) => end({ code: code ?? 1, output: Buffer.concat(pieces).toString('utf8') }));
  });
}

/** @param {import('node:child_process').ChildProcess} child @returns {() => void} leaves the signals to their defaults again */
function endWith(child) {
  const forward = (/** @type {NodeJS.Signals} */ signal) => {
    child.once('close', () => process.exit(128 + constants.signals[signal]));
    child.kill(signal === 'SIGINT' ? 'SIGTERM' : signal);
  };
  const ending = endingSignals();
  for (const signal of ending) process.on(signal, forward);
  return () => {
    for (const signal of ending) process.off(signal, forward);
  };
}
