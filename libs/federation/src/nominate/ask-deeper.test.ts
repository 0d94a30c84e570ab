import { WhyNotRequest, localOwner, type SearchAnswer } from '@tributary/contracts';
import { MemoryEngine } from '@tributary/engines-port/memory';
import { Deadline } from '@tributary/kernel';
import { parseQuery } from '@tributary/ranking';
import { eventually } from '@tributary/testing';
import { describe, expect, it } from 'vitest';
import { readScope } from '../access/read-scope.js';
import { ScopedCollection } from '../access/scoped-collection.js';
import { QueryEmbedder } from '../embed/query-embedder.js';
import { divideTime, timeToEmbed } from '../plan/deadlines.js';
import { FaultyEngine } from '../testbed/faulty-engine.fixture.js';
import { PATIENCE, Testbed, type TestCollection } from '../testbed/testbed.fixture.js';
import { WhyNot } from '../why-not/why-not.use-case.js';
import { askDeeper } from './ask-deeper.js';
import { Circuits } from './circuits.js';
import { nominateAll } from './nominate-all.js';
import type { NominationRequest } from './nominate-collection.js';
import { QueryVectors } from './query-vectors.js';

const OTHERS = ['kitchen', 'garden', 'office', 'stable', 'school'];
const QUERY = 'ships enter the harbour at high tide';
/** Documents of each collection. */
const EACH = 60;
/** What a lane names of each of six collections first. */
const FIRST = 30;

interface OpenBed {
  readonly bed: Testbed;
  /** Searches each collection by itself. */
  readonly apart: FaultyEngine;
  /** Physical name of the collection that answers the query. */
  readonly port: string;
}

const documents = (textOf: (n: number) => string) => Array.from({ length: EACH }, (_, n) => ({ key: n.toString(), text: textOf(n) }));

/** Six collections, one of which answers the query with all it has; the others mention a word of it. @returns the physical name of that one */
async function fill(bed: Testbed, { prefix = '', ...options }: TestCollection & { readonly prefix?: string } = {}): Promise<string> {
  const ships = documents((n) => `Ships enter the harbour at high tide, by gate ${n.toString()}.`);
  // A word of the query says more where only half of the documents have it than those that all documents have.
  const others = documents(
    (n) =>
      `Somebody counts to ${n.toString()}, and goes home when it is ${n % 2 === 0 ? 'high noon' : 'noon'} and the work of the day is done.`,
  );
  for (const name of OTHERS) await bed.collection(prefix + name, others, options);
  return bed.collection(`${prefix}port`, ships, options);
}

async function openBed({ isOtherModel = false } = {}): Promise<OpenBed> {
  const apart = new FaultyEngine(new MemoryEngine({ name: 'apart' }));
  const bed = await Testbed.open({ others: [() => apart.engine] });
  const model = isOtherModel ? { model: await bed.other.describe() } : {};
  return { bed, apart, port: await fill(bed, { engine: apart.engine, ...model }) };
}

function named({ coverage }: SearchAnswer, lane: 'semantic' | 'keyword'): Record<string, number | undefined> {
  return Object.fromEntries(coverage.map(({ collection, lanes }) => [collection, lanes[lane]?.candidates]));
}

const FIRST_OF_OTHERS = Object.fromEntries(OTHERS.map((name) => [name, FIRST]));

describe('collections that are searched each by itself', () => {
  it('are asked again where a list ends within the best of all, as deep as one collection is', async () => {
    const { bed } = await openBed();
    await using _ = bed;
    expect(named(await bed.run({ query: QUERY }), 'semantic')).toEqual({ port: EACH, ...FIRST_OF_OTHERS });
  });

  it('are asked again for their words alone', async () => {
    const { bed } = await openBed({ isOtherModel: true });
    await using _ = bed;
    const answer = await bed.run({ query: QUERY });
    expect(named(answer, 'semantic')).toMatchObject({ port: 0 });
    expect(named(answer, 'keyword')).toEqual({ port: EACH, ...FIRST_OF_OTHERS });
  });

  it('are compared by cosines of one model only', async () => {
    const { bed, apart } = await openBed();
    await using _ = bed;
    await bed.startEmbedder();
    // All that this model knows lies in one direction: every cosine is 1.
    bed.other.vectors.set(
      '',
      Float32Array.from({ length: 256 }, (__, at) => (at === 0 ? 1 : 0)),
    );
    const model = await bed.other.describe();
    const texts = documents((n) => `Number ${n.toString()}.`);
    for (const name of ['one', 'two', 'three', 'four']) await bed.collection(name, texts, { engine: apart.engine, model });
    const answer = await bed.run({ query: 'vessels' });
    expect(named(answer, 'keyword')).toMatchObject({ port: 0 });
    expect(named(answer, 'semantic')).toMatchObject({ port: EACH });
  });

  it('are said by why_not to be looked into as deep as they were asked', async () => {
    const { bed } = await openBed();
    await using _ = bed;
    await fill(bed, { prefix: 'one-' });
    const saidOf = async (collection: string) => {
      const request = WhyNotRequest.parse({ ...PATIENCE, query: QUERY, uri: `tributary://${collection}/59` });
      const { explanation } = await new WhyNot(bed).run(request, { principal: localOwner });
      return explanation[0];
    };
    expect(await saidOf('garden')).toContain('among the 25 best passages of garden:');
    expect(await saidOf('one-garden')).toContain('among the 100 best passages of all collections or the 4 best of one-garden');
  });

  it('stand as they were where the second answer does not come', async () => {
    const { bed, apart, port } = await openBed();
    await using _ = bed;
    // On a busy machine the first answers may take the time for a second one: then they are asked anew.
    await eventually(async () => {
      apart.break(port, { kind: 'hangs', after: 1 }, ['nominate']);
      apart.calls.length = 0;
      const answer = await bed.run({ query: QUERY }, { deadline: Deadline.in(1000) });
      expect(named(answer, 'semantic')).toMatchObject({ port: FIRST });
      expect(answer.coverage.find(({ collection }) => collection === 'port')).toMatchObject({ status: 'searched' });
      expect(answer.hits[0]).toMatchObject({ collection: 'port' });
      expect(apart.calls.filter((call) => call === 'nominate')).toHaveLength(OTHERS.length + 2);
    });
  });

  it('are not asked again by one lane, whose first are the same in a longer list', async () => {
    const { bed } = await openBed();
    await using _ = bed;
    expect(named(await bed.run({ query: QUERY, algorithm: 'semantic' }), 'semantic')).toMatchObject({ port: FIRST });
  });
});

describe('a second question', () => {
  it('is asked only where as much time is left as two first answers took', async () => {
    const { bed, apart, port } = await openBed();
    await using _ = bed;
    const record = await bed.catalog.collections.get('port');
    if (!record) throw new Error(`no collection ${port}`);
    const scope = readScope(localOwner, {}, bed.clock);
    const deadlines = divideTime(Deadline.in(60_000));
    const { terms, words } = parseQuery(QUERY);
    const vectors = new QueryVectors(new QueryEmbedder(bed), QUERY, { deadline: timeToEmbed(deadlines), signal: undefined });
    const request: NominationRequest = {
      query: { terms, words, vectors },
      lanes: ['semantic'],
      limit: FIRST,
      together: { best: 100, each: 8 },
      withVectors: false,
      deadlines,
      signal: undefined,
    };
    const circuits = new Circuits(bed.clock);
    const [first] = await nominateAll([new ScopedCollection(record, bed, scope)], request, circuits);
    if (!first) throw new Error('no nomination');
    const namedAfter = async (ms: number) => {
      const [last] = await askDeeper([{ ...first, ms }], request, circuits);
      return last?.candidates.length;
    };
    expect(await namedAfter(deadlines.lanes.remainingMs)).toBe(FIRST);
    expect(apart.calls).toHaveLength(1);
    expect(await namedAfter(deadlines.lanes.remainingMs / 3)).toBe(EACH);
  });
});

describe('collections that are searched as one', () => {
  it('are asked once, even beside such as are asked again', async () => {
    const { bed, apart } = await openBed();
    await using _ = bed;
    await fill(bed, { prefix: 'one-' });
    await bed.run({ query: QUERY });
    bed.main.calls.length = apart.calls.length = 0;
    await bed.run({ query: QUERY });
    const asked = (calls: readonly string[]) => calls.filter((call) => call === 'nominate').length;
    expect({ one: asked(bed.main.calls), apart: asked(apart.calls) }).toEqual({ one: OTHERS.length + 1, apart: OTHERS.length + 2 });
  });
});
