import { permanent } from '@tributary/kernel';
import { execFile } from 'node:child_process';
import { isAbsolute } from 'node:path';

/** npm's client brings a program of the same name, and inside npm scripts it stands first on the PATH; its server needs a newer system than many have. */
const OF_NPM = /[/\\]node_modules[/\\]\.bin[/\\]/;
const LIST_ON_PATH = 'IFS=:; for folder in $PATH; do if [ -f "$folder/$1" ] && [ -x "$folder/$1" ]; then echo "$folder/$1"; fi; done';

/** Where the program is that serves folders: the first on the PATH, those of npm packages last. @throws `ENGINE.PROGRAM_MISSING` */
export async function findChromaProgram(engine: string, program: string): Promise<string> {
  if (isAbsolute(program)) return program;
  const found = await (process.platform === 'win32'
    ? linesOf('where', [program])
    : linesOf('/bin/sh', ['-c', LIST_ON_PATH, 'sh', program]));
  const chosen = found.find((file) => !OF_NPM.test(file)) ?? found[0];
  if (chosen !== undefined) return chosen;
  throw permanent(
    'ENGINE.PROGRAM_MISSING',
    `The engine ${engine} is a Chroma folder, and there is no program ${program} on the PATH to serve it: pip install chromadb`,
    { category: 'not_found' },
  );
}

function linesOf(command: string, args: readonly string[]): Promise<readonly string[]> {
  return new Promise((resolve) => {
    execFile(command, [...args], (error, output) => {
      resolve(error ? [] : output.split(/\r?\n/).filter((line) => line !== ''));
    });
  });
}
