// Python packages for what is measured or made beside the product: an environment of their own below the user's cache, installed once.
import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** @param packages the first gives the environment its name @returns the interpreter, or in one line why there is none */
export function pythonWith(packages: readonly [string, ...string[]]): { readonly python: string } | { readonly missing: string } {
  const environment = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'tributary', packages[0]);
  const python = join(environment, 'bin', 'python');
  const installed = join(environment, 'installed');
  if (existsSync(installed)) return { python };
  try {
    console.error(`Installing ${packages.join(', ')} into ${environment} …`);
    execFileSync('python3', ['-m', 'venv', environment], { stdio: 'pipe' });
    execFileSync(python, ['-m', 'pip', 'install', '--quiet', ...packages], { stdio: 'pipe' });
    writeFileSync(installed, '');
    return { python };
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    return { missing: `${packages.join(', ')} cannot be installed: ${reason}` };
  }
}
