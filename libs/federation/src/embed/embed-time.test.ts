import { once } from 'node:events';
import { SearchRequest, localOwner, type SearchAnswer } from '@tributary/contracts';
import type { FoundCollections } from '@tributary/engines-port';
import { Deadline } from '@tributary/kernel';
import { eventually, replaced } from '@tributary/testing';
import { describe, expect, it } from 'vitest';
import type { SearchCollaborators } from '../search/collaborators.js';
import { Search } from '../search/search.use-case.js';
import { Testbed } from '../testbed/testbed.fixture.js';

const COLLECTIONS = Array.from({ length: 10 }, (_, n) => `reports-${n.toString()}`);

/** Collections of a model that an embedder holds. */
async function openBed() {
  const bed = await Testbed.open();
  await bed.startEmbedder();
  const model = await bed.other.describe();
  for (const name of COLLECTIONS)
    await bed.collection(name, [{ key: name, title: name, text: `A report about tides, written for ${name}.` }], { model });
  return bed;
}

const DEADLINE_MS = 2000;

/** A little longer than the quarter of the time that a query vector is waited for. */
const EMBEDDER_MS = 600;

async function passed(deadline: Deadline): Promise<void> {
  await once(deadline.signal(), 'abort');
}

function ask(collaborators: SearchCollaborators, collection: string) {
  const request = SearchRequest.parse({ query: 'report about tides', collections: [collection] });
  return new Search(collaborators).run(request, { principal: localOwner, deadline: Deadline.in(DEADLINE_MS) });
}

const semantic = ({ coverage }: SearchAnswer) => new Set(coverage.map(({ lanes }) => lanes.semantic?.status));

describe('the time for a query vector', () => {
  it('is not used up by an engine whose list of collections does not come', async () => {
    await using bed = await openBed();
    const { catalog, engines, openAdopted, clock, queues, common } = bed;
    const found: FoundCollections = {
      beside: async (_, { waitMs = 300 } = {}) => {
        await passed(Deadline.in(waitMs));
        return { records: [], unreadable: [] };
      },
    };
    // Whoever shares the processor may take what is left of the time: then it is asked anew, by a search that knows no vector yet.
    await eventually(async () => {
      bed.other.until = passed(Deadline.in(EMBEDDER_MS));
      const answer = await ask({ catalog, engines, openAdopted, clock, queues, common, found }, '*');
      expect(semantic(answer)).toEqual(new Set(['searched']));
    });
  });

  it('is not used up by a choice that is not made', async () => {
    await using bed = await openBed();
    const { catalog, engines, openAdopted, clock, queues, common } = bed;
    const sketches = replaced(bed.sketches, { of: () => Promise.withResolvers<never>().promise });
    await eventually(async () => {
      bed.other.until = passed(Deadline.in(EMBEDDER_MS));
      const answer = await ask({ catalog, engines, openAdopted, clock, queues, common, sketches }, 'auto');
      expect(answer.notes.join()).toContain('since there was no time to choose');
      expect(semantic(answer)).toEqual(new Set(['searched']));
    });
  });
});
