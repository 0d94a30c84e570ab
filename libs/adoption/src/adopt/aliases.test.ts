import { EmbeddingProviders } from '@tributary/embedding-port';
import { Engines } from '@tributary/engines-port';
import { MemoryEngine } from '@tributary/engines-port/memory';
import { QdrantEngine } from '@tributary/engines-qdrant';
import { systemClock } from '@tributary/kernel';
import { md5Uuid } from '@tributary/kernel/ids';
import { findQdrantProgram, startQdrantServer } from '@tributary/testing';
import { expect, it } from 'vitest';
import { CollectionFinder } from '../found/found-collections.js';
import { InspectedCards } from '../found/inspected-cards.js';
import { InspectCollection } from '../inspect/inspect-collection.use-case.js';
import { toolCalled, writtenBy } from '../testbed/adoption-bed.fixture.js';
import { failOn, pointAlias, writeToQdrant } from '../testbed/foreign-servers.fixture.js';
import { PASSAGES } from '../testbed/other-tools.fixture.js';
import { RealEngineBed } from '../testbed/real-engine.fixture.js';

const supply = findQdrantProgram();

if (supply.kind === 'none') {
  it('is not tested here', (context) => context.skip(supply.reason));
} else {
  const { command } = supply;

  /** The same passages in two collections, made one after the other, and an alias of the first. */
  const world = async () => {
    const server = await startQdrantServer(command);
    const bed = await RealEngineBed.over(QdrantEngine.open({ name: 'vectors', settings: { url: server.url, instance: 'test' } }));
    const tool = toolCalled('LangChain on Qdrant');
    const points = await writtenBy(tool, bed.model);
    for (const collection of ['docs_v1', 'docs_v2']) {
      await writeToQdrant(server.url, {
        collection,
        tool,
        points: points.map((point, n) => ({ ...point, id: md5Uuid(`${collection}/${n.toString()}`) })),
      });
    }
    await pointAlias(server.url, 'docs', 'docs_v1');
    const close = async () => {
      await bed.close();
      await server.remove();
    };
    return { server, bed, [Symbol.asyncDispose]: close };
  };

  it(
    'an alias that was moved to a new collection is searched there, its words said to be behind until they are read',
    { timeout: 120_000 },
    async () => {
      await using held = await world();
      const { server, bed } = held;
      const record = await bed.adopt('docs');
      const worming = PASSAGES.find(({ file }) => file === 'cat.md')?.text;
      expect(await bed.best(record, 'worming tablet')).toEqual({ semantic: worming, keyword: worming, fuzzy: worming });
      await pointAlias(server.url, 'docs', 'docs_v2');
      expect(await bed.best(record, 'worming tablet')).toEqual({ semantic: worming, keyword: 'stale', fuzzy: 'stale' });
    },
  );

  it('a collection behind an alias that is adopted is not found beside it, and the others are', { timeout: 120_000 }, async () => {
    await using held = await world();
    const { server, bed } = held;
    const primary = new MemoryEngine({ name: 'main' });
    const inspect = new InspectCollection({ providers: new EmbeddingProviders(bed.model), clock: systemClock });
    const cards = new InspectedCards({ inspect, records: primary.records, clock: systemClock, models: ['static'] });
    const finder = new CollectionFinder({ engines: new Engines(primary, [bed.engine]), cards, clock: systemClock });
    const found = async (...adopted: Parameters<CollectionFinder['beside']>[0]) =>
      (await finder.beside(adopted, { fresh: true, waitMs: 20_000 })).records.map(({ name }) => name).sort();
    expect(await found()).toEqual(['docs_v1', 'docs_v2']);
    const record = await bed.adopt('docs');
    expect(await found(record)).toEqual(['docs_v2']);
    await pointAlias(server.url, 'docs', 'docs_v2');
    expect(await found(record)).toEqual(['docs_v1']);
  });

  it('a look at a collection tells of its aliases, and of one that it is, where the server tells them', { timeout: 120_000 }, async () => {
    await using held = await world();
    const { server, bed } = held;
    const inspect = new InspectCollection({ providers: new EmbeddingProviders(bed.model), clock: systemClock });
    const notesOf = async (name: string) => (await inspect.run(bed.engine, name)).notes.filter((note) => note.includes('alias'));
    expect(await notesOf('docs')).toEqual([expect.stringMatching(/^docs is an alias, of docs_v1 now: /)]);
    expect(await notesOf('docs_v1')).toEqual([expect.stringContaining('adopt that name instead (--collection docs)')]);
    expect(await notesOf('docs_v2')).toEqual([]);
    await failOn(server.url, '/aliases');
    expect(await notesOf('docs')).toEqual([]);
  });
}
