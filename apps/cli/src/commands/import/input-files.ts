import { CollectionName } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import { createReadStream } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { usageError } from '../../program/usage-error.js';

/** A file to import and the collection of those lines that name none. */
export interface InputFile {
  /** As it was typed; `-` is standard input. */
  readonly file: string;
  readonly collection: string;
}

const STANDARD_INPUT = '-';

/** Checks all files before the first is read. @throws `USAGE.ARGUMENTS`, `IMPORT.UNREADABLE` */
export async function inputFiles(names: readonly string[], collection: string | undefined): Promise<readonly InputFile[]> {
  if (names.filter((name) => name === STANDARD_INPUT).length > 1) throw usageError('Standard input (-) can be read once only.');
  const files = names.map((file) => ({ file, collection: collection ?? defaultCollection(file) }));
  for (const { collection: name } of files)
    if (!CollectionName.safeParse(name).success) throw usageError(`${name} cannot name a collection: give one with --collection.`);
  for (const { file } of files) if (file !== STANDARD_INPUT) await requireReadable(resolve(file));
  return files;
}

/** @param offset first byte that is read */
export function openInput(
  { file }: InputFile,
  { standardInput, offset = 0 }: { readonly standardInput: AsyncIterable<Buffer | string>; readonly offset?: number },
): AsyncIterable<Buffer | string> {
  return isStandardInput(file) ? standardInput : createReadStream(resolve(file), { start: offset, highWaterMark: 256 * 1024 });
}

/** Bytes of a file; undefined where that is not known beforehand. */
export async function sizeOf({ file }: InputFile): Promise<number | undefined> {
  if (isStandardInput(file)) return undefined;
  const state = await stat(resolve(file));
  return state.isFile() ? state.size : undefined;
}

export function isStandardInput(file: string): boolean {
  return file === STANDARD_INPUT;
}

async function requireReadable(path: string): Promise<void> {
  try {
    await access(path, constants.R_OK);
  } catch (error) {
    throw permanent('IMPORT.UNREADABLE', `${path} cannot be read: give the path of a file of JSON lines, or - for standard input.`, {
      cause: error,
    });
  }
  if ((await stat(path)).isDirectory())
    throw permanent('IMPORT.UNREADABLE', `${path} is a folder: "tributary index" takes its files in; import takes files of JSON lines.`);
}

/** `papers.jsonl` → `papers`; `papers/corpus.jsonl`, as in reference collections → `papers`. */
function defaultCollection(file: string): string {
  if (file === STANDARD_INPUT) return 'import';
  const name = basename(file).replace(/\.[^.]*$/, '');
  const telling = name === 'corpus' ? basename(dirname(resolve(file))) : name;
  return telling.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '') || 'import';
}
