import type { SearchAnswer, SearchInput } from '@tributary/contracts';
import { MemoryEngine } from '@tributary/engines-port/memory';
import { eventually } from '@tributary/testing';
import { describe, expect, it } from 'vitest';
import { FaultyEngine } from '../testbed/faulty-engine.fixture.js';
import { Testbed, type TestCollection } from '../testbed/testbed.fixture.js';

/** Documents of each collection. */
const EACH = 40;
const OTHERS = ['garden-docs', 'kitchen-docs', 'office-docs', 'school-docs', 'stable-docs'];
const QUERY = 'when do ships enter the harbour of brisk';

/** No two of them are as long, so that none stand or fall together. */
const documents = (text: string) =>
  Array.from({ length: EACH }, (_, n) => ({ key: n.toString(), text: `${text} ${'and on '.repeat(n)}to ${n.toString()}.` }));

const ANSWERS = 'Ships enter the harbour at high tide, and count';
const MENTIONS = 'Boxes go on ships, and somebody counts';

interface Filling extends TestCollection {
  readonly text?: string;
  readonly others?: string;
}

/** Five collections, which have nothing but answers, and one, which mentions a word of the query; or as is said. */
async function fill(bed: Testbed, name: string, { text = MENTIONS, others = ANSWERS, ...options }: Filling = {}): Promise<void> {
  for (const other of OTHERS) await bed.collection(other, documents(others), options);
  await bed.collection(name, documents(text), options);
}

/** Passages that the keyword lane named, by collection. */
const named = ({ coverage }: SearchAnswer) =>
  Object.fromEntries(coverage.map(({ collection, lanes }) => [collection, lanes.keyword?.candidates ?? 0]));

describe('of many collections one that the query calls by its name', () => {
  it('is looked into as deep as if it were the only one, where an engine searches them as one', async () => {
    await using bed = await Testbed.open();
    await fill(bed, 'brisk-docs');
    // Before all are read into memory each is searched in a turn of its own.
    await eventually(async () => {
      const nameless = named(await bed.run({ query: 'when do ships enter the harbour' }));
      expect(nameless['brisk-docs']).toBeLessThan(EACH);
    });
    expect(named(await bed.run({ query: QUERY }))['brisk-docs']).toBe(EACH);
  });
});

describe('a name', () => {
  const countIn = async (name: string, { filling = {}, ...input }: Partial<SearchInput> & { readonly filling?: Filling } = {}) => {
    const apart = new FaultyEngine(new MemoryEngine({ name: 'apart' }));
    await using bed = await Testbed.open({ others: [() => apart.engine] });
    await fill(bed, name, { ...filling, engine: apart.engine });
    const count = named(await bed.run({ query: QUERY, ...input }))[name];
    return { count, asked: apart.calls.filter((call) => call === 'nominate').length };
  };

  it('makes an engine that searches each collection by itself go deeper, without asking twice', async () => {
    expect((await countIn('brisk')).count).toBe(EACH);
    const filling = { text: ANSWERS, others: MENTIONS };
    expect(await countIn('brisk', { filling })).toEqual({ count: EACH, asked: OTHERS.length + 1 });
    expect(await countIn('harvest', { filling })).toEqual({ count: EACH, asked: OTHERS.length + 2 });
  });

  it('is one by all its words as they are written', async () => {
    for (const name of ['briskly-docs', 'brisk-wind-docs']) expect((await countIn(name)).count).toBeLessThan(EACH);
  });

  it('counts only where all evidence decides', async () => {
    expect((await countIn('brisk', { algorithm: 'keyword' })).count).toBeLessThan(EACH);
  });

  it('tells nothing where all collections have it', async () => {
    await using bed = await Testbed.open();
    for (const kind of ['code', 'docs', 'notes', 'web', 'memory']) await bed.collection(`brisk-${kind}`, documents(ANSWERS));
    await eventually(async () => {
      const counts = Object.values(named(await bed.run({ query: QUERY })));
      // Each by itself would name thirty.
      expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThan(5 * 30);
    });
  });
});
