import { afterAll, beforeAll, expect, it } from 'vitest';
import { LONG, code } from '../testbed/code-document.fixture.js';
import { Testbed } from '../testbed/testbed.fixture.js';

let bed: Testbed;
beforeAll(async () => {
  bed = await Testbed.open();
  await bed.collection('code', [
    ...Array.from({ length: 60 }, (_, n) =>
      code(
        `src/refund-${n.toString()}.js`,
        `// Explain what the refund queue does when it is called: fix the bug, change the code, return the refund.\nfunction part${n.toString()}() {\n  return chargeRefund(chargeRefund, refund, charge, ${n.toString()});\n}`,
        { sym: `part${n.toString()}` },
      ),
    ),
    {
      key: 'queue.md',
      path: 'queue.md',
      text: '# The queue stops\n\nThe refund queue stops on Sundays, since nobody works: why it stops.',
    },
    { key: 'sundays.md', path: 'sundays.md', text: '# Sundays\n\nOn Sundays the queue stops and refunds wait.' },
    code('src/charge.js', `export function chargeRefund(order) {\n${LONG}\n}`, { sym: 'chargeRefund' }),
    code('src/other.js', `export function chargeRefundLater(order) {\n${LONG}\n}`, { sym: 'chargeRefundLater' }),
    code('src/git.js', `export class GitHub {\n${LONG}\n}`, { sym: 'GitHub' }),
  ]);
});
afterAll(() => bed[Symbol.asyncDispose]());

async function paths(query: string, limit = 5) {
  const { hits } = await bed.run({ query, collections: ['code'], limit });
  return hits.map(({ path }) => path);
}

it.each([
  'what does chargeRefund return',
  'chargeRefund function',
  'what is chargeRefund',
  'explain `chargeRefund`',
  'fix the bug in chargeRefund',
  'I need to change chargeRefund, show me the code',
  'explain what chargeRefund does and when it is called',
  'was gibt chargeRefund zurück',
])('the definition of an identifier leads where the query says little else: %s', async (query) => {
  expect((await paths(query))[0]).toBe('src/charge.js');
});

it('it stands behind the two best where the query says more, whatever is shown', async () => {
  const query = 'why does the queue stop on Sundays after chargeRefund';
  const found = await paths(query);
  expect(found.slice(0, 2).toSorted()).toEqual(['queue.md', 'sundays.md']);
  expect(found[2]).toBe('src/charge.js');
  expect((await paths(query, 60)).slice(0, 3)).toEqual(found.slice(0, 3));
});

it('of two identifiers none leads', async () => {
  const { hits } = await bed.run({ query: 'explain chargeRefund and GitHub', collections: ['code'], limit: 5, explain: true });
  expect(hits.every(({ explanation }) => explanation?.judge['named'] !== 1)).toBe(true);
});
