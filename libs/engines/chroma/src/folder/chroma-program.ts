import { permanent } from '@tributary/kernel';
import { execFile } from 'node:child_process';

/** Where the program is that serves folders; looked for on the PATH. @throws `ENGINE.PROGRAM_MISSING` */
export async function findChromaProgram(engine: string, program: string): Promise<string> {
  const found =
    process.platform === 'win32'
      ? await firstLine('where', [program])
      : await firstLine('/bin/sh', ['-c', 'command -v "$1"', 'sh', program]);
  if (found !== undefined) return found;
  throw permanent(
    'ENGINE.PROGRAM_MISSING',
    `The engine ${engine} is a Chroma folder, and there is no program ${program} on the PATH to serve it: pip install chromadb`,
    { category: 'not_found' },
  );
}

function firstLine(command: string, args: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(command, [...args], (error, output) => {
      const line = output.split(/\r?\n/)[0];
      resolve(error || line === undefined || line === '' ? undefined : line);
    });
  });
}
