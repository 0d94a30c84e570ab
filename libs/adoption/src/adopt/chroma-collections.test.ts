import { ChromaEngine } from '@tributary/engines-chroma';
import { findChromaProgram, startChromaServer, type ChromaServer } from '@tributary/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writtenBy } from '../testbed/adoption-bed.fixture.js';
import { writeToChroma } from '../testbed/foreign-servers.fixture.js';
import { OTHER_TOOLS, PASSAGES } from '../testbed/other-tools.fixture.js';
import { RealEngineBed } from '../testbed/real-engine.fixture.js';

const supply = findChromaProgram();
const tools = OTHER_TOOLS.filter(({ engine }) => engine === 'chroma').map(
  (tool, at) => [tool.tool, tool, `tool-${at.toString()}`] as const,
);

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

    it.each(tools)('%s is bound with the right fields and model, and searched in every lane', async (_, tool, collection) => {
      const record = await bed.adopt(collection);
      expect(record).toMatchObject({
        adopted: collection,
        card: {
          fields: tool.fields,
          payload_layout: tool.layout,
          vectors: { dense: tool.vector },
          model: { name: 'static', dimension: 256 },
        },
      });
      const worming = PASSAGES.find(({ file }) => file === 'cat.md')?.text;
      expect(await bed.best(record, 'worming tablet')).toEqual({ semantic: worming, keyword: worming, fuzzy: worming });
      expect((await bed.best(record, 'tablt'))['fuzzy']).toBe(worming);
    });

    it('a script stays as it was: adopting and releasing write nothing to it', async () => {
      const [, , collection] = tools[0] ?? [];
      const before = await bed.engine.foreign?.scroll({ collection: collection ?? '', limit: 100 });
      const { name } = await bed.adopt(collection ?? '');
      expect(await bed.release(name)).toBe(true);
      expect(await bed.engine.foreign?.scroll({ collection: collection ?? '', limit: 100 })).toEqual(before);
      expect(await bed.engine.foreign?.inspect(collection ?? '')).toMatchObject({ points: PASSAGES.length });
    });
  });
}
