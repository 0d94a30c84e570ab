import type { CallContext, Operations, SourceSummary } from '@tributary/contracts';
import { hasCode, permanent } from '@tributary/kernel';
import { realpath } from 'node:fs/promises';
import { basename } from 'node:path';
import { usageError } from '../../program/usage-error.js';

/** A path whose files are posted, and the name that the ids of their documents begin with. */
export interface NamedPath {
  readonly location: string;
  readonly name: string;
}

/** Each path once, under its own name or the one wished for. @throws `USAGE.ARGUMENTS` where the documents of two would replace each other */
export async function namePaths(locations: readonly string[], wish: string | undefined): Promise<readonly NamedPath[]> {
  const byName = new Map<string, { readonly place: string; readonly location: string }>();
  for (const location of locations) {
    const place = await realpath(location);
    const name = wish ?? (basename(place).normalize('NFC') || 'root');
    const other = byName.get(name);
    if (other !== undefined && other.place !== place) {
      throw usageError(
        `${other.location} and ${location} are both named ${name}, so that their documents would replace each other: index them in two calls, one of them with --name.`,
      );
    }
    byName.set(name, { place, location: other?.location ?? location });
  }
  return [...byName].map(([name, { location }]) => ({ name, location }));
}

/** The collections that documents of a name go to: the one that was asked for, or those of its code and its text. */
export function collectionsOf(name: string, collection: string | undefined): { readonly code: string; readonly docs: string } {
  if (collection !== undefined) return { code: collection, docs: collection };
  const stem =
    name
      .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
      .replace(/^[^A-Za-z0-9]+/, '')
      .slice(0, 110) || 'folder';
  return { code: `${stem}-code`, docs: `${stem}-docs` };
}

interface Asked {
  readonly operations: Pick<Operations, 'listSources'>;
  readonly call: CallContext;
  readonly collection: string | undefined;
}

/** What is posted must not replace documents that the server reads itself. @throws `SOURCE.NAME_TAKEN` */
export async function requireFreeNames(paths: readonly NamedPath[], { operations, call, collection }: Asked): Promise<void> {
  const sources = await seenSources(operations, call);
  for (const { name, location } of paths) {
    const { code, docs } = collectionsOf(name, collection);
    const taken = sources.find((source) => source.name === name && source.collections.some((filled) => filled === code || filled === docs));
    if (taken === undefined) continue;
    throw permanent(
      'SOURCE.NAME_TAKEN',
      `The server has a source ${name} of its own, ${taken.location}, whose documents those of ${location} would replace. To bring in what changed there: tributary sources sync ${taken.id}. To keep both, give this one another name with --name.`,
      { category: 'conflict' },
    );
  }
}

/** None for a token that may write and not read. */
async function seenSources(operations: Pick<Operations, 'listSources'>, call: CallContext): Promise<readonly SourceSummary[]> {
  try {
    return await operations.listSources(call);
  } catch (error) {
    if (hasCode(error, 'ACCESS.DENIED')) return [];
    throw error;
  }
}
