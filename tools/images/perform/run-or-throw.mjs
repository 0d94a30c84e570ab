import { spawnSync } from 'node:child_process';

/**
 * Runs a program to its end.
 * @param {string} program
 * @param {readonly string[]} args
 * @throws with the end of what it wrote where it fails
 */
export function runOrThrow(program, args) {
  const { status, signal, error, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 256 * 2 ** 20 });
  if (status === 0) return stdout;
  const words = error?.message ?? `${stdout}${stderr}`.trim().slice(-4000);
  throw new Error(`${program} ${args.slice(0, 6).join(' ')} … ended with ${status ?? signal}: ${words}`);
}
