import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';

/** What pip writes first into the programs of a package. */
const OF_PYTHON = /^#!(\/\S*python[\d.]*)\r?\n/;
/** What the program does, without the client library that it loads before: that takes more processor time than many a test. */
const SERVE = 'import sys, chromadb_rust_bindings; chromadb_rust_bindings.cli(["chroma", *sys.argv[1:]])';

/** How a `chroma` of PyPI is started: by its own Python where its file says which, else as it is. @returns program and first arguments */
export function chromaCommand(program: string): readonly [program: string, ...args: string[]] {
  const python = isAbsolute(program) && existsSync(program) ? OF_PYTHON.exec(readFileSync(program, 'utf8'))?.[1] : undefined;
  return python === undefined ? [program] : [python, '-c', SERVE];
}
