import type { ProjectCollections } from '@tributary/contracts';
import { basename } from 'node:path';

/** The longest name to which `-memory` and six digits of a hash can be added. */
const LONGEST = 100;

/** A folder’s name as its project is called: letters, digits, ".", "_" and "-". */
export function projectNameOf(root: string): string {
  const name = basename(root)
    .normalize('NFC')
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, LONGEST)
    .replace(/(?<!-)-+$/, '');
  return name === '' ? 'project' : name;
}

/** The collections of a project by its name. */
export function projectCollections(name: string): ProjectCollections {
  return { code: `${name}-code`, docs: `${name}-docs`, web: `${name}-web`, memory: `${name}-memory` };
}

/** The name of the project whose files go to these collections; undefined where they went into one that was chosen. */
export function projectOfRoute({ code, docs }: { readonly code: string; readonly docs: string }): string | undefined {
  const name = code.replace(/-code$/, '');
  return name !== code && docs === `${name}-docs` ? name : undefined;
}
