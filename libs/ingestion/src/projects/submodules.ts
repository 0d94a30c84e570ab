import { MIB } from '@tributary/kernel';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SourceRecord } from '@tributary/engines-port';

const LARGEST = MIB;
const SECTION = /^\[submodule\s+"((?:[^"\\]|\\.)+)"\s*\]$/;
const PATH = /^path\s*=\s*(\S.*)$/;

type Submodules = NonNullable<SourceRecord['submodules']>;

/** The submodules that `.gitmodules` of a project names; none where there is no such file. */
export async function readSubmodules(root: string): Promise<Submodules> {
  const file = join(root, '.gitmodules');
  try {
    if ((await stat(file)).size > LARGEST) return [];
    return parseSubmodules(await readFile(file, 'utf8'));
  } catch {
    return [];
  }
}

export function parseSubmodules(text: string): Submodules {
  const found: { name: string; path: string }[] = [];
  let name: string | undefined;
  for (const line of text.split(/\r?\n/).map((raw) => raw.trim())) {
    if (line.startsWith('[')) name = SECTION.exec(line)?.[1]?.replaceAll(/\\(.)/g, '$1');
    const path = PATH.exec(line)?.[1]
      ?.replaceAll('"', '')
      .replace(/(?<!\/)\/+$/, '');
    if (name !== undefined && path !== undefined && path !== '') found.push({ name, path: path.normalize('NFC') });
  }
  return found;
}

/** The submodule a file of the project lies in, the innermost; `root` for one of the project itself. */
export function moduleOf(path: string, submodules: Submodules): string {
  const around = submodules.filter((one) => path.startsWith(`${one.path}/`));
  return around.toSorted((a, b) => b.path.length - a.path.length)[0]?.name ?? 'root';
}
