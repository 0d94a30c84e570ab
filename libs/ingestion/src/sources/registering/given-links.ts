import { lstat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { reachOf } from '@tributary/contracts';
import type { Catalog } from '@tributary/engines-port';
import type { Place } from './locate.js';

/** The path that somebody gave for a place, where a link stands there. */
export async function givenLink({ kind }: Pick<Place, 'kind'>, given: string): Promise<string | undefined> {
  if (reachOf(kind) !== 'local') return undefined;
  const path = resolve(given);
  return (await lstat(path)).isSymbolicLink() ? path : undefined;
}

/** Ids of the other sources that were given by the same link, when it led elsewhere. */
export async function sourcesOfLink({ sources }: Pick<Catalog, 'sources'>, id: string, link: string): Promise<readonly string[]> {
  const others: string[] = [];
  for await (const source of sources.list()) if (source.id !== id && source.link === link) others.push(source.id);
  return others;
}
