import { execFile, execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const PROGRAMS = ['pandoc', 'soffice', 'python3'] as const;

/** Says which of the programs that make documents is missing; undefined when all are there. */
export function missingProgram(): string | undefined {
  const missing = PROGRAMS.filter((program) => !isThere(program));
  return missing.length === 0
    ? undefined
    : `${missing.join(', ')} is not installed: .ci/run installs it (Debian: pandoc, libreoffice-*-nogui)`;
}

function isThere(program: string): boolean {
  try {
    execFileSync('/bin/sh', ['-c', `command -v ${program}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** A folder in which other programs make documents of each other. */
export class OfficePrograms {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async write(name: string, content: string | Uint8Array): Promise<void> {
    await mkdir(dirname(join(this.#folder, name)), { recursive: true });
    await writeFile(join(this.#folder, name), content);
  }

  read(name: string): Promise<Buffer> {
    return readFile(join(this.#folder, name));
  }

  /** @param names what is made of it, the format told by their ending */
  async pandoc(from: string, names: readonly string[]): Promise<void> {
    await Promise.all(names.map((name) => run('pandoc', [from, '--standalone', '-o', name], { cwd: this.#folder })));
  }

  /** One run of LibreOffice. @param to its name of the format, with options of its filter */
  async office(to: string, names: readonly string[], outdir = '.'): Promise<void> {
    const profile = `-env:UserInstallation=file://${join(this.#folder, 'profile')}`;
    await run('soffice', ['--headless', '--norestore', profile, '--convert-to', to, '--outdir', outdir, ...names], { cwd: this.#folder });
  }

  async python(program: string): Promise<void> {
    await run('python3', ['-c', program], { cwd: this.#folder });
  }
}
