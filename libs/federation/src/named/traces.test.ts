import { documentRecordKey } from '@tributary/engines-port';
import { encodeDocumentKey } from '@tributary/kernel';
import { documentId } from '@tributary/kernel/ids';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PATIENCE, Testbed } from '../testbed/testbed.fixture.js';

const MESSAGE = 'Error: upstream answered 503 for http://catalogue.internal/prices/81 after 3 attempts';
const PACKAGE = Array.from({ length: 90 }, (_, n) => {
  const at = n.toString();
  return `    at Object.runHook${at} (/srv/orders/node_modules/fastify/lib/hooks.js:${at}:7)`;
});
const FILES = [
  [
    'src/call-upstream.ts',
    'function failedUpstream(status, url, attempts) {\n  throw new Error(`upstream answered ${status} for ${url} after ${attempts} attempts`);\n}',
  ],
  ['src/prices.ts', 'export const readPrices = (sku) => callUpstream(`/prices/${sku}`);'],
  ['src/clock.ts', 'export const now = () => Date.now();'],
  ['lib/hooks.js', 'function runHook1() {}\nfunction runHook2() {}'],
  ...Array.from({ length: 60 }, (_, n) => [
    `lib/hooks-${n.toString()}.js`,
    `// hooks of fastify\nexport function runHook${n.toString()}(object) { return hooks; }`,
  ]),
].map(([path = '', text = '']) => ({ path, text, key: `orders/${path}`, type: 'code' as const }));

let bed: Testbed;
beforeAll(async () => {
  bed = await Testbed.open();
  await bed.catalog.sources.change('orders', () => ({
    set: {
      id: 'orders',
      kind: 'folder',
      name: 'orders',
      location: '/home/ada/orders',
      route: { code: 'code', docs: 'code' },
      state: 'idle',
      created_at: '2026-01-01T00:00:00Z',
    },
  }));
  await bed.collection('code', FILES);
  for (const { key: id } of FILES) {
    const key = encodeDocumentKey(id);
    const row = {
      collection: 'code',
      key,
      doc_id: documentId('code', key),
      version: 1,
      hash: 'h',
      accepted_at: 1,
      state: 'indexed' as const,
      chunks: 1,
    };
    await bed.catalog.documents.change(documentRecordKey('code', key), () => ({ set: row }));
  }
});
afterAll(() => bed[Symbol.asyncDispose]());

async function found(...lines: readonly string[]): Promise<readonly (string | undefined)[]> {
  const { hits } = await bed.run({ query: lines.join('\n'), collections: ['code'], limit: 5, ...PATIENCE });
  return hits.map(({ path }) => path);
}

describe('a stack trace', () => {
  it('finds where its message comes from, however many frames of packages it has', async () => {
    for (const count of [4, 20, 90])
      expect((await found(MESSAGE, ...PACKAGE.slice(0, count)))[0], count.toString()).toBe('src/call-upstream.ts');
  });

  it('is led by the files of own code that its frames name, by one passage each, and not by those of packages', async () => {
    const own = ['    at readPrices (/app/orders/src/prices.ts:1:40)', '    at async now (/app/orders/src/clock.ts:1:9)'];
    const paths = await found(MESSAGE, ...own, ...PACKAGE);
    expect(paths.slice(0, 3).toSorted()).toEqual(['src/call-upstream.ts', 'src/clock.ts', 'src/prices.ts']);
  });

  it('is led by the files of packages where no other is known', async () => {
    const paths = await found(
      'TypeError: nothing of the kind is here',
      '    at f (/elsewhere/a.ts:1:1)',
      ...PACKAGE.map((frame) => frame.replace('fastify', 'orders')),
    );
    expect(paths[0]).toBe('lib/hooks.js');
  });
});
