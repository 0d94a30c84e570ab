import { localOwner, type Principal, type SearchHit } from '@tributary/contracts';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { connectInProcess } from '../../clients/in-process.fixture.js';
import type { NextcloudSettings } from './nextcloud-settings.js';
import { ada, bob, filledOperations, nextcloud, type LanedOperations } from './nextcloud-world.fixture.js';
import type { DocumentVerifier } from '@tributary/sources-port';

const Answer = z.object({
  results: z.array(
    z.object({
      id: z.string(),
      doc_type: z.string(),
      title: z.string(),
      excerpt: z.string(),
      score: z.number(),
      algorithms: z.record(z.string(), z.object({ rank: z.number(), score: z.number() })),
    }),
  ),
  query: z.string(),
  total_found: z.number(),
  search_method: z.string(),
  weights: z.record(z.string(), z.number()),
  dropped: z.number().optional(),
  message: z.string().optional(),
});

let operations: LanedOperations;
beforeEach(async () => {
  operations = await filledOperations();
});

interface Asking {
  readonly as?: Principal;
  readonly settings?: Partial<NextcloudSettings>;
  readonly verifier?: DocumentVerifier;
}

async function call(args: Record<string, unknown>, { as = ada, settings, verifier }: Asking = {}) {
  const client = await connectInProcess(operations, { dialects: [nextcloud(settings, verifier)], principal: as });
  return client.callTool({ name: 'nc_semantic_search', arguments: args });
}
const search = async (args: Record<string, unknown>, asking: Asking = {}) => Answer.parse((await call(args, asking)).structuredContent);
const ids = ({ results }: z.infer<typeof Answer>) => results.map(({ id }) => id);
const refusal = async (args: Record<string, unknown>, asking: Asking = {}) => {
  const { isError, content } = await call(args, asking);
  expect(isError).toBe(true);
  return content;
};
const text = (message: string) => [{ type: 'text', text: message }];

describe('one algorithm', () => {
  it('semantic ranks by similarity, and leaves out what is below the threshold [002-1] [002-11]', async () => {
    const answer = await search({ query: 'goals for next quarter', algorithm: 'semantic' });
    expect(ids(answer)).toEqual(['3', '1', '2']);
    expect(answer.results[0]).toEqual({
      id: '3',
      doc_type: 'note',
      title: 'Objectives',
      excerpt: 'A note on what we want to reach by summer.',
      score: 0.91,
      algorithms: { semantic: { rank: 1, score: 0.91 } },
    });
    expect(ids(await search({ query: 'goals for next quarter', algorithm: 'semantic', score_threshold: 0.75 }))).toEqual(['3', '1']);
    expect(answer).toMatchObject({ total_found: 3, search_method: 'semantic', weights: { semantic: 1, keyword: 0, fuzzy: 0 } });
  });

  it('keyword puts a title before a text that says the same, whatever the threshold [002-2]', async () => {
    expect(ids(await search({ query: 'Q1 Budget', algorithm: 'keyword', score_threshold: 1 }))).toEqual(['1', '2']);
  });

  it('fuzzy finds a word with a typing mistake, which keyword does not [002-5]', async () => {
    const { results } = await search({ query: 'kuberntes', algorithm: 'fuzzy' });
    expect(results).toMatchObject([{ id: '4', algorithms: { fuzzy: { rank: 1 } } }]);
    expect(results[0]?.score).toBeCloseTo(14 / 17, 10);
    expect(ids(await search({ query: 'kuberntes', algorithm: 'keyword' }))).toEqual([]);
  });
});

describe('an empty answer', () => {
  it.each([
    [
      'a threshold above all',
      { query: 'budget', algorithm: 'semantic', score_threshold: 0.95 },
      { as: ada },
      'Nothing was found among the documents of ada. The similarity is 0.91 at most, and score_threshold is 0.95: a lower one leaves less out.',
    ],
    ['no such word', { query: 'weather', algorithm: 'keyword' }, { as: ada }, 'Nothing was found among the documents of ada.'],
    [
      'a user without documents',
      { query: 'budget' },
      { as: localOwner, settings: { userId: 'alice' } },
      'Nothing was found among the documents of alice.',
    ],
  ] satisfies readonly [string, Record<string, unknown>, Asking, string][])('says why: %s', async (...[, args, asking, message]) => {
    expect(await search(args, asking)).toMatchObject({ results: [], message });
  });

  it('says of a similarity just below the threshold that it is below', async () => {
    operations.cosines.set('Objectives', 0.9496);
    const { message } = await search({ query: 'budget', algorithm: 'semantic', score_threshold: 0.95 });
    expect(message).toContain('The similarity is 0.94 at most, and score_threshold is 0.95');
  });
});

describe('hybrid', () => {
  it('is what is asked when nothing is said: three lanes, fused by rank with the default weights [002-14] [002-15] [002-16]', async () => {
    const answer = await search({ query: 'Q1 Budget' });
    expect(operations.asked.map(({ algorithm }) => algorithm).toSorted()).toEqual(['fuzzy', 'keyword', 'semantic']);
    expect(answer).toMatchObject({ query: 'Q1 Budget', search_method: 'hybrid', weights: { semantic: 0.5, keyword: 0.3, fuzzy: 0.2 } });
    const [first] = answer.results;
    expect(first).toMatchObject({ id: '1', algorithms: { semantic: { rank: 2 }, keyword: { rank: 1 }, fuzzy: { rank: 1 } } });
    expect(first?.score).toBeCloseTo((0.5 / 62 + 0.3 / 61 + 0.2 / 61) * 61, 10);
  });

  it('asks its lanes at once, none waits for another [002-34]', async () => {
    const found = operations.search.bind(operations);
    const all = Promise.withResolvers<undefined>();
    operations.search = async (request, context) => {
      const answer = await found(request, context);
      if (operations.asked.length === 3) all.resolve(undefined);
      await all.promise;
      return answer;
    };
    expect(ids(await search({ query: 'Q1 Budget' }))).toHaveLength(3);
  });

  it('lets only the semantic lane be cut by the threshold', async () => {
    const answer = await search({ query: 'Q1 Budget', score_threshold: 0.99 });
    expect(ids(answer)).toEqual(['1', '2']);
    expect(answer.results.flatMap(({ algorithms }) => Object.keys(algorithms))).not.toContain('semantic');
  });

  it('follows a call’s own weights before those of the settings, and asks no lane of weight 0 [002-17]', async () => {
    const settings = { semanticWeight: 0.1, keywordWeight: 0.8, fuzzyWeight: 0.1 };
    const own = { semantic_weight: 0.9, keyword_weight: 0.1, fuzzy_weight: 0 };
    expect(ids(await search({ query: 'Q1 Budget' }, { settings }))[0]).toBe('1');
    operations.asked.length = 0;
    const answer = await search({ query: 'Q1 Budget', ...own }, { settings });
    expect(answer).toMatchObject({ weights: { semantic: 0.9, keyword: 0.1, fuzzy: 0 } });
    expect(ids(answer)[0]).toBe('1');
    expect(operations.asked.map(({ algorithm }) => algorithm)).toEqual(['semantic', 'keyword']);
  });

  it('cuts at the limit and says how many there are', async () => {
    expect(await search({ query: 'Q1 Budget', limit: 1 })).toMatchObject({ results: [{ id: '1' }], total_found: 3 });
  });
});

describe('bad arguments', () => {
  it.each([
    [{ semantic_weight: -0.1 }, 'Weights must be non-negative'],
    [{ semantic_weight: 0.7, keyword_weight: 0.3, fuzzy_weight: 0.2 }, 'Weights sum to 1.20, must be ≤1.0'],
    [{ semantic_weight: 0, keyword_weight: 0, fuzzy_weight: 0 }, 'At least one weight must be > 0'],
    [{ query: ' ' }, 'Query cannot be empty'],
    [{ limit: 0 }, 'Limit must be between 1 and 100'],
    [{ limit: 101 }, 'Limit must be between 1 and 100'],
    [{ algorithm: 'bm25' }, 'algorithm: must be one of semantic, keyword, fuzzy, hybrid.'],
  ])('%j: %s', async (args, message) => {
    expect(await refusal({ query: 'x', ...args })).toEqual(text(message));
    expect(operations.asked).toEqual([]);
  });

  it('weights are of no interest to one algorithm', async () => {
    expect(ids(await search({ query: 'Q1 Budget', algorithm: 'keyword', semantic_weight: 7, fuzzy_weight: -1 }))).toEqual(['1', '2']);
  });

  it('a token without the scope is refused', async () => {
    expect(await refusal({ query: 'x' }, { as: { ...ada, scopes: ['documents:write'] } })).toEqual(
      text('This needs the scope semantic:read or search:read: call with a token that has it.'),
    );
  });
});

describe('two tenants', () => {
  const everything = { query: 'note budget Q1 CANARY-BOB CANARY-ALL', score_threshold: 0, limit: 100 };

  it.each(['semantic', 'keyword', 'fuzzy', 'hybrid'])('never see each other by %s', async (algorithm) => {
    const whole = async (as: Principal) => JSON.stringify(await call({ ...everything, query: 'note budget', algorithm }, { as }));
    const [ofAda, ofBob] = [await whole(ada), await whole(bob)];
    expect(ofAda).toContain('Objectives');
    expect(ofAda).not.toMatch(/CANARY|Bob|Common/);
    expect(ofBob).toContain('CANARY-BOB');
    expect(ofBob).not.toMatch(/CANARY-ALL|Objectives|Cluster/);
  });

  it('the owner sees the configured user’s documents, and only those of nobody where none is configured', async () => {
    expect(ids(await search(everything, { as: localOwner, settings: { userId: 'bob' } }))).toEqual(['5']);
    expect(ids(await search(everything, { as: localOwner }))).toEqual(['6']);
  });
});

describe('verification against the source', () => {
  it('leaves out what the source does not confirm, takes the next, and only counts the dropped [002-28]', async () => {
    const verifier: DocumentVerifier = {
      covers: () => true,
      verify: (documents, { userId }) => Promise.resolve(documents.map(({ id }) => userId === 'ada' && id !== '3')),
    };
    const whole = await call({ query: 'goals for next quarter', algorithm: 'semantic', limit: 2 }, { verifier });
    expect(whole.structuredContent).toMatchObject({ results: [{ id: '1' }, { id: '2' }], total_found: 2, dropped: 1 });
    expect(JSON.stringify(whole)).not.toContain('Objectives');
  });
});

it('gives the verifier the token the caller came with, to be exchanged, and nothing where he came without', async () => {
  const tokens: (string | undefined)[] = [];
  const verifier: DocumentVerifier = {
    covers: () => true,
    verify: (documents, { subjectToken }) => {
      tokens.push(subjectToken);
      return Promise.resolve(documents.map(() => true));
    },
  };
  for (const callerToken of ['of-ada', undefined]) {
    const client = await connectInProcess(operations, { dialects: [nextcloud({}, verifier)], principal: ada, callerToken });
    await client.callTool({ name: 'nc_semantic_search', arguments: { query: 'Q1 Budget' } });
  }
  expect(tokens).toEqual(['of-ada', undefined]);
});

it('names the kind of a document by its doc_type, else as the layout has it, else as its author does', async () => {
  const found = operations.search.bind(operations);
  const kindOf = async (hit: Pick<SearchHit, 'metadata' | 'given' | 'layout'>) => {
    operations.search = async (request, context) => {
      const answer = await found(request, context);
      return { ...answer, hits: answer.hits.map((one) => ({ ...one, ...hit })) };
    };
    return (await search({ query: 'goals for next quarter', algorithm: 'semantic' })).results[0]?.doc_type;
  };
  const given = { given: ['type'] };
  expect(await kindOf({ metadata: { doc_type: 'deck', type: 'note' } })).toBe('deck');
  expect(await kindOf({ metadata: { type: 'meeting' }, ...given, layout: { type: 'note' } })).toBe('note');
  expect(await kindOf({ metadata: { type: 'meeting' }, ...given })).toBe('meeting');
});

describe('lanes that cannot be searched', () => {
  function without(lane: string) {
    const found = operations.search.bind(operations);
    operations.search = async (request, context) => {
      const answer = await found(request, context);
      if (request.algorithm !== lane) return answer;
      const reason = 'semantic: Ollama does not answer: start it with `ollama serve`.';
      const coverage = answer.coverage.map((one) => ({ ...one, status: 'failed' as const, code: 'EMBEDDER.UNAVAILABLE', reason }));
      return { ...answer, hits: [], coverage };
    };
  }

  it('are done without in hybrid, which says so; alone they are an error with its remedy', async () => {
    without('semantic');
    const message = 'The semantic search failed: Ollama does not answer: start it with `ollama serve`.';
    expect(await search({ query: 'Q1 Budget' })).toMatchObject({ results: [{ id: '1' }, { id: '2' }], message });
    expect(await refusal({ query: 'Q1 Budget', algorithm: 'semantic' })).toEqual(text(message));
  });

  it('names the collections that were not searched where others were, once', async () => {
    const found = operations.search.bind(operations);
    operations.search = async (request, context) => {
      const answer = await found(request, context);
      const [one] = answer.coverage;
      if (one === undefined) return answer;
      const away = { ...one, collection: 'archive', status: 'failed' as const, code: 'ENGINE.UNAVAILABLE', reason: 'no answer' };
      return { ...answer, coverage: [...answer.coverage, away] };
    };
    const message = 'Not everything was searched: archive: no answer.';
    expect(await search({ query: 'Q1 Budget' })).toMatchObject({ results: [{ id: '1' }, {}, {}], message });
    const nothing = await search({ query: 'weather', algorithm: 'keyword' });
    expect(nothing).toMatchObject({ results: [], message: `${message} Nothing was found among the documents of ada.` });
  });
});
