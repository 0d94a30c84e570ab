import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const WORKSPACE = fileURLToPath(new URL('../..', import.meta.url));
/** What npm and this repository’s own scripts keep there besides packages; `.package-lock.json` is npm’s sign of a complete installation. */
const KEPT = new Set(['.bin', '.package-lock.json']);

/** What neither a build nor a start reads. It is half of the texts, and indexing them half of the time of these tests. */
const NOT_NEEDED = ['*.test.ts', '*.fixture.ts', '*/fixtures/*', '*/conformance/*', 'docs/*'];

/** Clones what is committed into `folder`, with the packages that are installed here: nothing of this tree's own is built or linked in it. What is only to be
 *  indexed is left out, for most of it. */
export function cloneRepository(folder: string): void {
  execFileSync('git', ['clone', '--quiet', WORKSPACE, folder], { stdio: ['ignore', 'ignore', 'inherit'] });
  const listed = execFileSync('git', ['ls-files', '-z', '--', ...NOT_NEEDED], { cwd: folder, encoding: 'utf8' });
  for (const name of listed.split('\0')) if (name !== '') rmSync(join(folder, name));
  const [from, to] = [join(WORKSPACE, 'node_modules'), join(folder, 'node_modules')];
  mkdirSync(to);
  for (const name of readdirSync(from)) {
    if (name === '@tributary') cpSync(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true }); // relative: into the clone
    else if (name === '.package-lock.json') copyFileSync(join(from, name), join(to, name));
    else if (!name.startsWith('.') || KEPT.has(name)) symlinkSync(join(from, name), join(to, name));
  }
}

/** `npm start` in a clone. */
export interface NpmStart {
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly exitCode: () => number | null;
  /** Interrupts it as Ctrl-C does, and resolves when it has ended. */
  interrupt(): Promise<unknown>;
  readonly ended: Promise<number | null>;
}

export function npmStart(folder: string, args: readonly string[]): NpmStart {
  const child = spawn('npm', ['start', '--silent', '--', ...args], { cwd: folder, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const text = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text.stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (text.stderr += chunk));
  const signal = (name: NodeJS.Signals): void => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, name);
  };
  const endWithParent = (): void => {
    signal('SIGKILL');
  };
  process.once('exit', endWithParent);
  const ended = new Promise<number | null>((resolve) =>
    child.once('close', (code) => {
      process.removeListener('exit', endWithParent);
      resolve(code);
    }),
  );
  return {
    stdout: () => text.stdout,
    stderr: () => text.stderr,
    exitCode: () => child.exitCode,
    interrupt: () => {
      signal('SIGINT');
      return ended;
    },
    ended,
  };
}
