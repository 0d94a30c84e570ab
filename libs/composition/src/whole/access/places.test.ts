import { CollectionSummary, SearchAnswer } from '@tributary/contracts';
import { temporaryFolder } from '@tributary/testing';
import { mkdir, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { openAccessBed, tokenOf } from './access-bed.fixture.js';

const GUEST = '';

it(
  'of files are told with hits and collections to the owner, guests and who registered them, and to no other user',
  { timeout: 60_000 },
  async () => {
    await using folder = await temporaryFolder();
    const place = join(await realpath(folder.path), 'tides');
    await mkdir(place);
    await writeFile(join(place, 'tides.md'), 'High tide comes at seven.');
    const writes = ['search:read', 'documents:write'];
    const settings = [
      { path: ['sources', 'roots'], value: [folder.path], flag: 'sources.roots' },
      { path: ['access', 'guests'], value: true, flag: 'access.guests' },
    ];
    const bed = await openAccessBed({ ada: { scopes: writes, userId: 'ada' }, bob: { scopes: writes, userId: 'bob' } }, settings);
    try {
      await bed.call(tokenOf('ada'), '/api/sources', { location: place, wait_ms: 30_000 });
      const told = async (token: string) => {
        const { hits, folders } = SearchAnswer.parse(JSON.parse((await bed.call(token, '/api/search', { query: 'tide' })).text));
        expect(hits).toHaveLength(1);
        const collection = CollectionSummary.parse(JSON.parse((await bed.call(token, '/api/collections/tides-docs')).text));
        const { collections } = z
          .object({ collections: z.array(CollectionSummary) })
          .parse(JSON.parse((await bed.call(token, '/api/collections')).text));
        expect(collections).toEqual([collection]);
        const text = (await bed.mcp(token, 'tools/call', { name: 'search', arguments: { query: 'tide' } })).text;
        expect(text.includes(`Paths lie below ${place} (tides-docs)`)).toBe(folders !== undefined);
        expect(text.includes(place)).toBe(folders !== undefined);
        return [folders, collection.folders];
      };
      const source = { source: 'tides', location: place };
      for (const token of [bed.owner, GUEST, tokenOf('ada')])
        expect(await told(token)).toEqual([[{ collection: 'tides-docs', ...source }], [source]]);
      expect(await told(tokenOf('bob'))).toEqual([undefined, undefined]);
    } finally {
      await bed.close();
    }
  },
);
