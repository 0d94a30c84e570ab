import { SearchRequest, localOwner } from '@tributary/contracts';
import { expect, it } from 'vitest';
import { ALL_ENGINES, EngineBed } from '../engine-bed.fixture.js';

const COLLECTION = 'vault';
const [ANNA, ZOE] = [`tributary://${COLLECTION}/people/anna.md`, `tributary://${COLLECTION}/people/zoe.md`];
const MEETINGS = Array.from({ length: 60 }, (_, n) => ({
  id: `meetings/${n.toString()}.md`,
  title: `Anna and Bert, day ${n.toString()}`,
  content: `Anna said that Anna remembers the harbour. Anna, day ${n.toString()}.`,
}));
const NOTES = [
  { id: 'people/anna.md', title: 'Anna', content: 'Born in 1971, tall, with a dog.' },
  { id: 'people/zoe.md', title: 'Zoë Müller', content: 'Lives by the sea.', metadata: { aliases: ['Nan'] } },
];

it.for(ALL_ENGINES)(
  'a document leads by its own names as it was handed in to a collection in $name, and no longer once it is called otherwise',
  { timeout: 120_000 },
  async ({ name, supply }, context) => {
    if (supply.kind === 'none') return context.skip(supply.reason);
    const bed = await EngineBed.open({ engine: name, command: supply.command, collection: COLLECTION });
    const firstOf = async (query: string) => {
      const request = SearchRequest.parse({ query, collections: [COLLECTION], limit: 3, deadline_ms: 20_000 });
      const [hit] = (await bed.search.run(request, { principal: localOwner })).hits;
      return { key: hit?.uri.split('#')[0], relevance: hit?.relevance };
    };
    try {
      await bed.index([...MEETINGS, ...NOTES]);
      expect(await firstOf('anna')).toEqual({ key: ANNA, relevance: 1 });
      expect(await firstOf('who is Nan?')).toEqual({ key: ZOE, relevance: 1 });
      await bed.index([{ id: 'people/anna.md', title: 'Hannah', content: 'Born in 1971, tall, with a dog.' }]);
      expect(await firstOf('hannah')).toEqual({ key: ANNA, relevance: 1 });
      expect((await firstOf('anna')).key).toContain('/meetings/');
    } finally {
      await bed.close();
    }
  },
);
