import { StaticEmbeddingProvider } from '@tributary/embedding-static';
import { sampleCard } from '@tributary/engines-port/memory';
import { loadConfiguration } from '@tributary/platform';
import { findQdrantProgram, startQdrantServer, temporaryFolder } from '@tributary/testing';
import { cp, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openEngines } from './open-engines.js';

const NAME = 'shared__g1';

/** What an installation with this data folder, a catalog of its own and a server beside it has opened. */
async function open(folder: string, url: string) {
  const engines = { main: { type: 'embedded' }, team: { type: 'qdrant', url } };
  const configuration = await loadConfiguration({
    environment: { HOME: folder, TRIBUTARY_DATA__FOLDER: folder, TRIBUTARY_ENGINES: JSON.stringify(engines), TRIBUTARY_PRIMARY: 'main' },
  });
  const opened = await openEngines(configuration, { common: new StaticEmbeddingProvider(), observe: (engine) => engine });
  return {
    team: opened.get('team'),
    [Symbol.asyncDispose]: async () => {
      await Promise.all(opened.all().map((engine) => engine.close()));
    },
  };
}

it('marks what an installation makes on a server with the id in its catalog, which goes where its data folder goes', async (context) => {
  const supply = findQdrantProgram();
  if (supply.kind === 'none') return context.skip(supply.reason);
  const server = await startQdrantServer(supply.command);
  await using folder = await temporaryFolder();
  const [first, second, moved, copied] = ['first', 'second', 'moved', 'copied'].map((name) => join(folder.path, name));
  try {
    {
      await using one = await open(first ?? '', server.url);
      // Another process of the installation, at the same time.
      await using beside = await open(first ?? '', server.url);
      await Promise.all([one.team.createCollection(NAME, sampleCard(8)), beside.team.createCollection(NAME, sampleCard(8))]);
      expect(await beside.team.getCollection(NAME)).toBeDefined();
      await using other = await open(second ?? '', server.url);
      await expect(other.team.createCollection(NAME, sampleCard(8))).rejects.toMatchObject({ code: 'COLLECTION.EXISTS' });
      await expect(other.team.dropCollection(NAME)).rejects.toMatchObject({ code: 'COLLECTION.NOT_FOUND' });
    }
    await cp(first ?? '', copied ?? '', { recursive: true });
    await rename(first ?? '', moved ?? '');
    for (const place of [copied, moved]) {
      await using again = await open(place ?? '', server.url);
      await again.team.createCollection(NAME, sampleCard(8));
      expect((await again.team.listCollections()).map(({ name }) => name)).toEqual([NAME]);
    }
  } finally {
    await server.remove();
  }
});
