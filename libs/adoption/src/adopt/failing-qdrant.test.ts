import { QdrantEngine } from '@tributary/engines-qdrant';
import { findQdrantProgram, startQdrantServer } from '@tributary/testing';
import { describe, expect, it } from 'vitest';
import { toolCalled, writtenBy } from '../testbed/adoption-bed.fixture.js';
import { failOn, writeToQdrant } from '../testbed/foreign-servers.fixture.js';
import { PASSAGES } from '../testbed/other-tools.fixture.js';
import { RealEngineBed } from '../testbed/real-engine.fixture.js';

const supply = findQdrantProgram();

if (supply.kind === 'none') {
  it('is not tested here', (context) => context.skip(supply.reason));
} else {
  const { command } = supply;

  /** A collection of somebody else on a Qdrant server of its own, adopted and its words indexed. */
  const adopted = async () => {
    const server = await startQdrantServer(command);
    const bed = await RealEngineBed.over(QdrantEngine.open({ name: 'vectors', settings: { url: server.url, instance: 'test' } }));
    const tool = toolCalled('LangChain on Qdrant');
    await writeToQdrant(server.url, { collection: 'docs', tool, points: await writtenBy(tool, bed.model) });
    const record = await bed.adopt('docs');
    const close = async () => {
      await bed.close();
      await server.remove();
    };
    return { server, bed, record, [Symbol.asyncDispose]: close };
  };

  describe('where a Qdrant server fails at searches by vectors', { timeout: 120_000 }, () => {
    const worming = PASSAGES.find(({ file }) => file === 'cat.md')?.text;

    it('the words of its adopted collections are searched all the same', async () => {
      await using world = await adopted();
      const { server, bed, record } = world;
      await failOn(server.url, '/points/query');
      expect(await bed.best(record, 'worming tablet')).toEqual({ semantic: 'failed', keyword: worming, fuzzy: worming });
    });

    it('and at everything else, or has nothing by these words, it is said to fail', async () => {
      await using world = await adopted();
      const { server, bed, record } = world;
      await failOn(server.url, '/points/query');
      await expect(bed.best(record, 'xylophone')).rejects.toMatchObject({ code: 'ENGINE.FAILED' });
      await failOn(server.url, '/points');
      await expect(bed.best(record, 'worming tablet')).rejects.toMatchObject({ code: 'ENGINE.FAILED' });
    });
  });
}
