import type { SearchInput } from '@tributary/contracts';
import { documentRecordKey } from '@tributary/engines-port';
import { encodeDocumentKey } from '@tributary/kernel';
import { documentId } from '@tributary/kernel/ids';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Testbed, reader, type TestDocument } from '../testbed/testbed.fixture.js';

const SOURCE = 'work';
const FILLER = Array.from({ length: 400 }, (_, n) => `src/part-${n.toString()}/package.ts`);

let bed: Testbed;
beforeEach(async () => {
  bed = await Testbed.open();
  await bed.catalog.sources.change('s1', () => ({
    set: {
      id: 's1',
      kind: 'folder',
      name: SOURCE,
      location: '/home/ada/work',
      route: { code: 'code', docs: 'code' },
      state: 'idle',
      created_at: '2026-01-01T00:00:00Z',
    },
  }));
});
afterEach(() => bed[Symbol.asyncDispose]());

/** Makes the collection of a source with these files. */
async function files(documents: readonly (TestDocument & { readonly path: string })[]): Promise<void> {
  await bed.collection(
    'code',
    documents.map((one) => ({ ...one, key: `${SOURCE}/${one.path}` })),
  );
  for (const { path } of documents) await note(encodeDocumentKey(`${SOURCE}/${path}`));
}

async function note(key: string): Promise<void> {
  const row = {
    collection: 'code',
    key,
    doc_id: documentId('code', key),
    version: 1,
    hash: 'h',
    accepted_at: 1,
    state: 'indexed' as const,
  };
  await bed.catalog.documents.change(documentRecordKey('code', key), () => ({ set: row }));
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

  it.each(['package.json', './package.json:1', '/home/ada/work/package.json', 'work/package.json'])(
    'is the first hit for %s',
    async (query) => {
      expect((await found(query))[0]).toEqual({ path: 'package.json', line: 1, relevance: 1 });
    },
  );

  it('leads where the query asks something of it', async () => {
    const [first, second] = await found('which package does lib/clock.ts export');
    expect(first?.path).toBe('lib/clock.ts');
    expect(first?.relevance).toBeLessThan(1);
    expect(second?.path).toMatch(/package\.ts$/u);
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
    await note(encodeDocumentKey(`${SOURCE}/secret.json`));
    expect((await bed.run(asked, principal('ada'))).hits[0]).toMatchObject({ path: 'secret.json', relevance: 1 });
    const after = await bed.run(asked, principal('eve'));
    expect(after.hits.map(({ path }) => path)).toEqual(before.hits.map(({ path }) => path));
    expect(after.notes).toEqual(before.notes);
    expect(after.coverage.map(({ status, reason }) => [status, reason])).toEqual(
      before.coverage.map(({ status, reason }) => [status, reason]),
    );
  });
});

it('begins with the line that was asked for, and goes on from the first', async () => {
  const text = Array.from({ length: 120 }, (_, n) => `export function step${n.toString()}() {\n  return ${n.toString()};\n}\n`).join('\n');
  await files([file('src/steps.ts', text), file('src/other.ts', 'export const steps = 1;')]);
  const [first, ...others] = (await bed.run({ query: 'src/steps.ts:300', collections: ['code'], limit: 4, per_document: 4 })).hits;
  expect(first?.range?.start[0]).toBeLessThanOrEqual(300);
  expect(first?.range?.end[0]).toBeGreaterThanOrEqual(300);
  const lines = others.map(({ range }) => range?.start[0] ?? 0);
  expect(lines[0]).toBe(1);
  expect(lines).toEqual(lines.toSorted((a, b) => a - b));
});

it('is found by the end of its path where several have one, that with most of it', async () => {
  await files([file('retry.ts', 'export const a = 1;'), file('lib/retry.ts', 'export const b = 2;')]);
  expect((await found('/other/place/lib/retry.ts'))[0]?.path).toBe('lib/retry.ts');
  expect((await found('retry.ts'))[0]?.path).toBe('retry.ts');
});
