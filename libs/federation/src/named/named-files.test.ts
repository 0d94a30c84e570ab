import { WhyNotRequest, localOwner, type SearchInput } from '@tributary/contracts';
import { documentRecordKey } from '@tributary/engines-port';
import { encodeDocumentKey } from '@tributary/kernel';
import { documentId } from '@tributary/kernel/ids';
import { eventually } from '@tributary/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WhyNot } from '../why-not/why-not.use-case.js';
import { PATIENCE, Testbed, reader, type TestDocument } from '../testbed/testbed.fixture.js';

const SOURCE = 'project';
const FILLER = Array.from({ length: 400 }, (_, n) => `src/part-${n.toString()}/package.ts`);

let bed: Testbed;
beforeEach(async () => {
  bed = await Testbed.open();
  await source(SOURCE, 'code');
});
afterEach(() => bed[Symbol.asyncDispose]());

async function source(name: string, collection: string): Promise<void> {
  await bed.catalog.sources.change(name, () => ({
    set: {
      id: name,
      kind: 'folder',
      name,
      location: `/srv/ada/${name}`,
      route: { code: collection, docs: collection },
      state: 'idle',
      created_at: '2026-01-01T00:00:00Z',
    },
  }));
}

type File = TestDocument & { readonly path: string };

/** Makes the collection of a source with these files. */
async function files(documents: readonly File[], { name = SOURCE, collection = 'code' } = {}): Promise<void> {
  const keyed = documents.map((one) => ({ ...one, key: `${name}/${one.path}` }));
  await bed.collection(collection, keyed);
  for (const { key } of keyed) await note(key, { collection });
}

async function note(
  id: string,
  { collection = 'code', state = 'indexed' }: { collection?: string; state?: 'indexed' | 'deleted' } = {},
): Promise<void> {
  const key = encodeDocumentKey(id);
  const row = { collection, key, doc_id: documentId(collection, key), version: 1, hash: 'h', accepted_at: 1, state, chunks: 9999 };
  await bed.catalog.documents.change(documentRecordKey(collection, key), () => ({ set: row }));
}

async function found(query: string, more: Omit<SearchInput, 'query'> = {}) {
  const { hits } = await bed.run({ query, collections: ['code'], limit: 5, ...more });
  return hits.map(({ path, range, relevance }) => ({ path, line: range?.start[0], relevance }));
}

const file = (path: string, text: string) => ({ key: path, path, text, type: 'code' as const });

describe('a file that a query calls by its path', () => {
  beforeEach(async () => {
    // A root file says no word of its path; hundreds of others do.
    await files([
      file('package.json', '{ "private": true }'),
      file('lib/clock.ts', 'export const now = () => Date.now();'),
      ...FILLER.map((path, n) => file(path, `export const package${n.toString()} = "package json ${n.toString()}";`)),
    ]);
  });

  it.each(['package.json', './package.json:1', '/srv/ada/project/package.json', 'project/package.json'])(
    'is the first hit for %s',
    async (query) => {
      expect((await found(query))[0]).toEqual({ path: 'package.json', line: 1, relevance: 1 });
    },
  );

  it('is said to lead, above all scores', async () => {
    const { hits } = await bed.run({ query: 'package.json', collections: ['code'], limit: 5, explain: true });
    expect(hits[0]?.explanation).toMatchObject({
      judge: { named: 1 },
      steps: [{ step: 'name' }, { step: 'judge', effect: 'placed it 1' }, { step: 'refine' }],
    });
    const asked = await bed.run({ query: 'which package does lib/clock.ts export', collections: ['code'], limit: 5, explain: true });
    const scores = asked.hits.map(({ explanation }) => explanation?.judge['score'] ?? 0);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    const why = await new WhyNot(bed).run(
      WhyNotRequest.parse({ ...PATIENCE, query: 'package.json', collections: ['code'], limit: 1, uri: hits[3]?.uri ?? '' }),
      {
        principal: localOwner,
      },
    );
    expect(why.explanation.join(' ')).toContain('The query calls 1 of the passages before it by their path or name');
  });

  it('is judged with the best also where a long list is asked for', async () => {
    const long = `{ ${Array.from({ length: 60 }, (_, n) => `"key${n.toString()}": "harbour ${n.toString()}"`).join(', ')} }`;
    await source('ships', 'ships');
    await files([file('package.json', long), ...FILLER.map((path) => file(path, 'a package json'))], {
      name: 'ships',
      collection: 'ships',
    });
    const judged = async (limit: number) => {
      const { hits } = await bed.run({ query: 'explain ships/package.json', collections: ['ships'], limit, explain: true });
      return hits.slice(0, 5).map(({ path, explanation }) => ({ path, own: explanation?.judge['own'] }));
    };
    const short = await judged(5);
    expect(short[0]?.path).toBe('package.json');
    expect(await judged(60)).toEqual(short);
  });

  it('is none that shares the last name of another path', async () => {
    for (const query of ['lib/nowhere/package.json', 'explain lib/nowhere/package.json', 'https://example.com/package.json'])
      expect((await found(query)).map(({ relevance }) => relevance)).not.toContain(1);
  });

  it('is none that was deleted', async () => {
    await note(`${SOURCE}/package.json`, { state: 'deleted' });
    await bed.remove('code', `${SOURCE}/package.json`);
    expect((await found('package.json')).map(({ relevance }) => relevance)).not.toContain(1);
  });

  it('leads while another collection does not answer', async () => {
    const bad = await bed.collection('bad', [{ key: 'a', text: 'package json' }], { engine: bed.second.engine });
    bed.second.break(bad, { kind: 'hangs' }, ['nominate']);
    await eventually(async () => {
      // Three searches that it does not answer would let it be left alone.
      bed.clock.moveOn(10_000);
      const { hits } = await bed.run({ query: 'package.json', collections: ['code', 'bad'], limit: 3, deadline_ms: 1500 });
      expect(hits[0]).toMatchObject({ path: 'package.json', relevance: 1 });
    });
  });

  it('leads where the query asks something of it', async () => {
    const [first, second] = await found('which package does lib/clock.ts export');
    expect(first?.path).toBe('lib/clock.ts');
    expect(first?.relevance).toBeLessThan(1);
    expect(second?.path).toMatch(/package\.ts$/u);
    expect((await found('which package does lib/clock.ts export', { diversity: 0.2 }))[0]?.path).toBe('lib/clock.ts');
  });

  it('is left to the lanes by the other algorithms, and where the request leaves it out', async () => {
    for (const algorithm of ['semantic', 'keyword', 'rrf'] as const)
      expect((await found('package.json', { algorithm })).map(({ relevance }) => relevance)).not.toContain(1);
    const filter = { must_not: [{ key: 'path', match: { value: 'package.json' } }] };
    expect((await found('package.json', { filter })).map(({ path }) => path)).not.toContain('package.json');
  });

  it('is not told of whose it is not', async () => {
    const principal = (user: string) => ({ principal: reader({ user_id: user }) });
    const asked = { query: 'secret.json', collections: ['code'], limit: 5, explain: true };
    await bed.write('code', { ...file('secret.json', '{ "of": "ada" }'), key: `${SOURCE}/secret.json`, user_id: 'ada' });
    const before = await bed.run(asked, principal('eve'));
    await note(`${SOURCE}/secret.json`);
    expect((await bed.run(asked, principal('ada'))).hits[0]).toMatchObject({ path: 'secret.json', relevance: 1 });
    const after = await bed.run(asked, principal('eve'));
    expect(after.hits.map(({ path }) => path)).toEqual(before.hits.map(({ path }) => path));
    expect(after.notes).toEqual(before.notes);
    expect(after.coverage.map(({ status, reason }) => [status, reason])).toEqual(
      before.coverage.map(({ status, reason }) => [status, reason]),
    );
  });
});

describe('the line that was asked for', () => {
  const steps = (count: number) =>
    Array.from({ length: count }, (_, n) => `export function step${n.toString()}() {\n  return ${n.toString()};\n}\n`).join('\n');

  it('is where the file begins, which goes on from the first', async () => {
    await files([file('src/steps.ts', steps(120)), file('src/other.ts', 'export const steps = 1;')]);
    const [first, ...others] = (await bed.run({ query: 'src/steps.ts:300', collections: ['code'], limit: 4, per_document: 4 })).hits;
    expect(first?.range?.start[0]).toBeLessThanOrEqual(300);
    expect(first?.range?.end[0]).toBeGreaterThanOrEqual(299);
    const lines = others.map(({ range }) => range?.start[0] ?? 0);
    expect(lines[0]).toBe(1);
    expect(lines).toEqual(lines.toSorted((a, b) => a - b));
  });

  it('is found deep in a long file', async () => {
    await files([file('src/steps.ts', steps(4000))]);
    const [first] = (await bed.run({ query: 'src/steps.ts:15000', collections: ['code'], limit: 1 })).hits;
    expect(first?.range?.start[0]).toBeLessThanOrEqual(15_000);
    expect(first?.range?.start[0]).toBeGreaterThan(14_900);
  });
});

describe('of several files', () => {
  it('leads the one with all of the path, in a sentence, too', async () => {
    await files([file('retry.ts', 'export const a = 1;'), file('lib/retry.ts', 'export const b = 2;')]);
    for (const query of ['/other/place/lib/retry.ts', 'explain lib/retry.ts', 'at foo (lib/retry.ts:1:5)'])
      expect((await found(query))[0]?.path).toBe('lib/retry.ts');
    expect((await found('retry.ts'))[0]?.path).toBe('retry.ts');
  });

  it('leads none for the end of a sentence', async () => {
    await files([file('src/retry.ts', 'export const a = 1;'), file('lib/src/retry.ts', 'export const b = 2;')]);
    const { hits } = await bed.run({ query: 'explain lib/src/retry.ts', collections: ['code'], limit: 5, explain: true });
    const named = hits.filter(({ explanation }) => explanation?.judge['named'] === 1);
    expect(named.map(({ path }) => path)).toEqual(['lib/src/retry.ts']);
  });

  it('leads the one of the source that the path names', async () => {
    await source('other', 'code2');
    await files([file('src/app.ts', 'export const mine = 1;'), file('package.json', '{ "name": "mine" }')]);
    await files([file('app.ts', 'export const theirs = 2;'), file('package.json', '{ "name": "theirs" }')], {
      name: 'other',
      collection: 'code2',
    });
    const first = async (query: string) => (await bed.run({ query, collections: ['code', 'code2'], limit: 3 })).hits[0];
    expect(await first('/srv/ada/other/package.json')).toMatchObject({ collection: 'code2', relevance: 1 });
    expect(await first('project/package.json')).toMatchObject({ collection: 'code', relevance: 1 });
    expect(await first('src/app.ts')).toMatchObject({ path: 'src/app.ts', relevance: 1 });
    expect((await first('/build/src/app.ts'))?.path).toBe('src/app.ts');
    expect((await first('/build/src/app.ts'))?.relevance).toBeLessThan(1);
    await files([file('lib/src/deep.ts', 'export const mine = 1;')]);
    expect(await first('/build/lib/src/deep.ts')).toMatchObject({ path: 'lib/src/deep.ts', relevance: 1 });
  });
});

it('a copy that is asked for by its path is cited, not the file that it is a copy of', async () => {
  const text = 'Tomatoes are planted in the middle of May, once the nights stay above ten degrees.';
  await files([file('notes/plan.md', text), file('notes/plan-2.md', text)]);
  expect((await found('notes/plan-2.md'))[0]).toEqual({ path: 'notes/plan-2.md', line: 1, relevance: 1 });
  expect((await found('when are tomatoes planted, plan 2'))[0]?.path).toBe('notes/plan.md');
});

it('a text that was handed in leads by a path alone, not by a word that is its id', async () => {
  await bed.collection('code', [
    { key: 'invoice', title: 'Shopping', text: 'Bread, butter, milk.' },
    { key: 'letters/2024/bank.md', title: 'Shopping', text: 'Bread, butter, milk and more.' },
    { key: 'real', title: 'Real', text: 'The invoice is due in March, says the bank.' },
  ]);
  for (const id of ['invoice', 'letters/2024/bank.md']) await note(id);
  const titles = async (query: string) =>
    (await bed.run({ query, collections: ['code'], limit: 1 })).hits.map(({ title, relevance }) => [title, relevance]);
  expect(await titles('invoice')).not.toEqual([['Shopping', 1]]);
  expect(await titles('letters/2024/bank.md')).toEqual([['Shopping', 1]]);
});
