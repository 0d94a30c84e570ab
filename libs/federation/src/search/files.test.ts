import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Testbed } from '../testbed/testbed.fixture.js';

describe('a file', () => {
  let bed: Testbed;
  beforeAll(async () => {
    bed = await Testbed.open();
    const standup = (day: string, text: string) => ({ key: day, path: `daily/2024-05-${day} standup.md`, text: `# Standup\n\n${text}` });
    await bed.collection('notes', [
      { key: 'kafka', path: 'kafka/operations.md', text: '# Overview\n\nHow the brokers are set up and who is on call.' },
      standup('06', 'We talked about the deadline and the new colleague.'),
      standup('07', 'We talked about holidays.'),
      { key: 'shopping', path: 'shopping.md', text: '# Shopping\n\nOn 2024-05-06 buy milk.' },
      { key: 'plain', path: 'lists/groceries.md', text: 'Bread, butter, cheese.' },
    ]);
  });
  afterAll(() => bed[Symbol.asyncDispose]());

  it.each([
    ['kafka operations', 'kafka/operations.md'],
    ['kafka', 'kafka/operations.md'],
    ['standup 2024-05-06', 'daily/2024-05-06 standup.md'],
    ['2024-05-06', 'daily/2024-05-06 standup.md'],
    ['"lists/groceries"', 'lists/groceries.md'],
  ])('is found by the words of its path, which its text leaves out: %s', async (query, path) => {
    const [first] = (await bed.run({ query })).hits;
    expect(first?.path).toBe(path);
    expect(first?.relevance).toBeGreaterThan(0.5);
  });

  it('shows its path once, beside its title and the titles above a passage', async () => {
    const { hits } = await bed.run({ query: 'kafka operations' });
    expect(hits.map(({ title, heading }) => heading ?? title).slice(0, 1)).toEqual(['Overview']);
  });
});
