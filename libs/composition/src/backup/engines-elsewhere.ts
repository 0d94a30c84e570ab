import { join } from 'node:path';
import { Catalog, liveCollections, writablePlaces } from '@tributary/engines-port';

interface RestoredFolder {
  readonly folder: string;
  /** Paths below it that were restored, with `/`. */
  readonly paths: readonly string[];
  /** Name of the embedded engine whose store holds the catalog. */
  readonly primary: string;
}

/** Names of the engines that hold collections of a restored catalog and were not restored with it, sorted. What cannot be read now is none: whatever opens the
 *  folder next says why. */
export async function enginesElsewhere({ folder, paths, primary }: RestoredFolder): Promise<readonly string[]> {
  const isRestored = (engine: string) => paths.some((path) => path.startsWith(`store/${engine}/`));
  if (!isRestored(primary)) return [];
  try {
    const named = await enginesNamed(join(folder, 'store', primary), primary);
    return [...named].filter((engine) => !isRestored(engine)).toSorted();
  } catch {
    return [];
  }
}

async function enginesNamed(folder: string, name: string): Promise<ReadonlySet<string>> {
  const { EmbeddedEngine } = await import('@tributary/engines-embedded');
  const engine = EmbeddedEngine.open({ name, folder });
  try {
    const named = new Set<string>();
    for (const record of await liveCollections(new Catalog(engine.records))) {
      for (const place of [record, ...writablePlaces(record)]) named.add(place.engine);
    }
    return named;
  } finally {
    await engine.close();
  }
}
