import { parseQuery } from '@tributary/ranking';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Testbed } from '../testbed/testbed.fixture.js';
import { asksForTests, isTest } from './test-files.js';

it('knows tests by where they stand and what they are called', () => {
  const tests = [
    'tests/http/test_client.py',
    'src/test/java/org/acme/OrderServiceTest.java',
    'web/__tests__/Button.tsx',
    'pkg/server/server_test.go',
    'libs/queue/src/drain.test.ts',
    'libs/queue/src/bed.fixture.ts',
    'app/models/user_spec.rb',
    'src/app/app.component.spec.ts',
    'conftest.py',
    'django/contrib/tests.py',
    'testdata/rules.yml',
    't/unit/test_app.py',
    'src/OrderServiceIT.kt',
  ];
  const others = [
    'src/testify.ts',
    'src/latest.py',
    'lib/contest/rules.go',
    'src/inspect/spectrum.rs',
    'src/Audit.java',
    'attestation.ts',
    'src/protest.test/readme.ts',
  ];
  expect(tests.filter((path) => !isTest({ type: 'code', path }))).toEqual([]);
  expect(others.filter((path) => isTest({ type: 'code', path }))).toEqual([]);
  expect(isTest({ type: 'doc', path: 'docs/tests/testing.md' })).toBe(false);
  expect(isTest({ type: 'code' })).toBe(false);
});

it('knows by the words of a query whether tests are asked for', () => {
  const asks = (query: string) => asksForTests(parseQuery(query).terms);
  for (const query of ['how are retries tested', 'mocks of the clock', 'fixtures', 'the spec of the parser', 'TestClient'])
    expect(asks(query), query).toBe(true);
  for (const query of ['where are retries made', 'latest contest', 'attestation of images', '']) expect(asks(query), query).toBe(false);
});

describe('tests beside what they test', () => {
  let bed: Testbed;
  const code = { type: 'code', lang: 'typescript' } as const;
  beforeAll(async () => {
    bed = await Testbed.open();
    await bed.collection('shop-code', [
      {
        key: 'a',
        title: 'order.ts',
        path: 'src/order.ts',
        ...code,
        text: '/** Cancels an order. */\nexport function cancelOrder(order) { order.state = "off"; refund(order); }',
      },
      {
        key: 'b',
        title: 'order.test.ts',
        path: 'src/order.test.ts',
        ...code,
        text: 'it("cancels an order", () => { cancelOrder(order); expect(order.state).toBe("cancelled"); cancelOrder(order); });',
      },
      { key: 'c', title: 'menu.ts', path: 'src/menu.ts', ...code, text: 'export const menu = ["soup", "bread", "cheese"];' },
    ]);
    await bed.collection('shop-docs', [{ key: 'd', title: 'Deliveries', text: 'Parcels leave at noon.' }]);
  });
  afterAll(() => bed[Symbol.asyncDispose]());

  const hitsOf = async (query: string, collections = ['shop-code', 'shop-docs']) =>
    (await bed.run({ query, collections, explain: true })).hits.filter(({ title }) => title.startsWith('order'));

  it('stand behind it, and say so, though they say it more often', async () => {
    for (const collections of [['shop-code'], ['shop-code', 'shop-docs']]) {
      const hits = await hitsOf('cancel an order', collections);
      expect(hits.map(({ title }) => title)).toEqual(['order.ts', 'order.test.ts']);
      expect(hits.map(({ explanation }) => explanation?.judge['set_back'])).toEqual([undefined, 0.3]);
    }
  });

  it('stand where they belong when tests are asked for', async () => {
    const hits = await hitsOf('test that an order is cancelled');
    expect(hits.map(({ title }) => title)).toEqual(['order.test.ts', 'order.ts']);
    expect(hits.every(({ explanation }) => explanation?.judge['set_back'] === undefined)).toBe(true);
  });
});
