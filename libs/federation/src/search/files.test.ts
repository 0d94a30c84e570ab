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

  it('shows none of a long path in front of the titles', async () => {
    const path = `${'deep/'.repeat(50)}zeppelin.md`;
    await bed.collection('deep', [{ key: 'deep', path, text: '# Airship\n\n## Landing\n\nIt comes down slowly.' }]);
    const [first] = (await bed.run({ query: 'zeppelin', collections: ['deep'] })).hits;
    expect(first).toMatchObject({ path, title: 'Airship', heading: 'Airship › Landing' });
  });
});

describe('pages of several sites', () => {
  let bed: Testbed;
  const page = (site: string, text: string) => ({
    key: site,
    type: 'web' as const,
    path: `https://www.${site}/docs/install.html?lang=en`,
    title: 'Installation',
    text,
  });
  beforeAll(async () => {
    bed = await Testbed.open();
    await bed.collection('saved', [
      page('zeppelin.org', 'Unpack the archive and start the server.'),
      page('marmot.dev', 'Unpack the archive and start the service.'),
      page('lighthouse.net', 'Unpack the archive and start the program.'),
    ]);
  });
  afterAll(() => bed[Symbol.asyncDispose]());

  it.each([
    ['marmot installation', 'marmot.dev'],
    ['how do I install zeppelin', 'zeppelin.org'],
    ['lighthouse.net docs', 'lighthouse.net'],
  ])('are told apart by the host that their texts leave out: %s', async (query, site) => {
    const [first] = (await bed.run({ query })).hits;
    expect(first).toMatchObject({ path: `https://www.${site}/docs/install.html?lang=en`, title: 'Installation' });
    expect(first?.heading).toBeUndefined();
  });
});
