import { ChromaEngine } from '@tributary/engines-chroma';
import { findChromaProgram, startChromaServer, type ChromaServer } from '@tributary/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itIsBoundAndSearched, toolsOf } from '../testbed/adopted-tools.fixture.js';
import { writtenBy } from '../testbed/adoption-bed.fixture.js';
import { writeToChroma } from '../testbed/foreign-servers.fixture.js';
import { PASSAGES } from '../testbed/other-tools.fixture.js';
import { RealEngineBed } from '../testbed/real-engine.fixture.js';

const supply = findChromaProgram();
const tools = toolsOf('chroma');

if (supply.kind === 'none') {
  it('is not tested here', (context) => context.skip(supply.reason));
} else {
  const { command } = supply;
  describe('a collection on a Chroma server, written by', { timeout: 120_000 }, () => {
    let server: ChromaServer;
    let bed: RealEngineBed;
    beforeAll(async () => {
      server = await startChromaServer(command);
      bed = await RealEngineBed.over(await ChromaEngine.open({ name: 'chroma', settings: { url: server.url } }));
      for (const [, tool, collection] of tools) {
        await writeToChroma(server.url, { collection, tool, points: await writtenBy(tool, bed.model) });
      }
    }, 120_000);
    afterAll(async () => {
      await bed.close();
      await server.remove();
    });

    itIsBoundAndSearched(tools, () => bed);

    it('a script stays as it was: adopting and releasing write nothing to it', async () => {
      const [, , collection] = tools[0] ?? [];
      const before = await bed.engine.foreign?.scroll({ collection: collection ?? '', limit: 100 });
      await bed.release(await bed.adopt(collection ?? ''));
      expect(await bed.engine.foreign?.scroll({ collection: collection ?? '', limit: 100 })).toEqual(before);
      expect(await bed.engine.foreign?.inspect(collection ?? '')).toMatchObject({ points: PASSAGES.length });
    });
  });
}
