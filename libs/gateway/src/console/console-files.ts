import { readFile, readdir } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { permanent } from '@tributary/kernel';

/** A file of the console as it is sent. */
export interface ConsoleFile {
  readonly type: string;
  readonly body: Buffer;
  /** Absent where packing saves nothing. */
  readonly gzipped?: Buffer;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.md': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** The built console by path, such as `index.html` and `assets/index-BSAhm.js`. Only what lies there can be asked for.
 *  @throws `CONSOLE.NOT_BUILT` */
export async function readConsole(folder: string): Promise<ReadonlyMap<string, ConsoleFile>> {
  const names = await filesBelow(folder);
  const files = await Promise.all(names.map(async (name) => [name.split(sep).join('/'), await readOne(join(folder, name))] as const));
  return new Map(files);
}

async function filesBelow(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name).slice(join(folder, sep).length));
  } catch (error) {
    throw hasSystemCode(error, 'ENOENT') ? notBuilt(error) : error;
  }
}

async function readOne(path: string): Promise<ConsoleFile> {
  const body = await readFile(path);
  const type = TYPES[extname(path)] ?? 'application/octet-stream';
  if (type === 'font/woff2') return { type, body };
  return { type, body, gzipped: await promisify(gzip)(body) };
}

function notBuilt(cause: unknown) {
  return permanent('CONSOLE.NOT_BUILT', 'The web console was not built here: run "npm start" once, which builds it.', {
    category: 'not_found',
    cause,
  });
}

function hasSystemCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
