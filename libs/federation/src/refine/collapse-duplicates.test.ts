import { WhyNotRequest, localOwner } from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PATIENCE, Testbed, reader } from '../testbed/testbed.fixture.js';
import { WhyNot } from '../why-not/why-not.use-case.js';

const backup =
  'The nightly backup copies the database to the archive server at three in the morning and keeps the last seven copies. Older copies are removed once the new one has been verified. When the verification fails, the operator on call gets a message and the old copies stay where they are until somebody has looked at the log of the run.';
const request = { query: 'nightly backup copies the database', limit: 20 };

describe('passages that stand in several documents', () => {
  let bed: Testbed;
  let mirror: string;

  beforeAll(async () => {
    bed = await Testbed.open();
    await bed.collection('handbook', [
      { key: 'backup', title: 'Backups', text: backup },
      { key: 'copy', title: 'Backups', text: backup },
    ]);
    mirror = await bed.collection(
      'mirror',
      [
        { key: 'same', title: 'Backups', text: backup },
        {
          key: 'retold',
          title: 'Copies',
          text: 'At night the database is copied to the archive, so that seven backup copies are there in the morning.',
        },
        { key: 'port', title: 'Backups', text: `${backup} It runs on port 9090.` },
      ],
      { engine: bed.second.engine },
    );
    await bed.collection('wiki', [
      { key: 'edited', title: 'Backup', text: backup.replace('operator', 'engineer') },
      { key: 'negated', title: 'Backups', text: backup.replace('are removed', 'are not removed') },
      { key: 'secret', title: 'Backups', text: backup, user_id: 'ann' },
    ]);
  });
  afterAll(() => bed[Symbol.asyncDispose]());

  const keys = (answer: Awaited<ReturnType<Testbed['run']>>) =>
    answer.hits.map(({ uri }) => uri.replace('tributary://', '').replace('#0', ''));

  it('are shown once, by the best of them, with the addresses of the others', async () => {
    const answer = await bed.run(request);
    const leader = answer.hits.find(({ also_in: also }) => also !== undefined);
    const together = [leader?.uri, ...(leader?.also_in ?? [])];
    expect(together).toEqual(
      expect.arrayContaining(['tributary://mirror/same#0', 'tributary://wiki/edited#0', 'tributary://wiki/secret#0']),
    );
    expect(together).toHaveLength(5);
    expect(keys(answer)).toEqual(expect.arrayContaining(['mirror/retold', 'mirror/port', 'wiki/negated']));
    expect(new Set([...keys(answer), ...answer.hits.flatMap(({ also_in: also = [] }) => also)]).size).toBe(8);
  });

  it('keep their places when the request says so', async () => {
    const answer = await bed.run({ ...request, collapse: false });
    expect(answer.hits).toHaveLength(8);
    expect(answer.hits.every(({ also_in: also }) => also === undefined)).toBe(true);
  });

  it.each(['hybrid', 'keyword'] as const)('are shown once within one collection too, by %s', async (algorithm) => {
    const { hits } = await bed.run({ ...request, algorithm, collections: ['handbook'] });
    expect(hits).toHaveLength(1);
    const uris = hits.flatMap(({ uri, also_in: also = [] }) => [uri, ...also]);
    expect(uris.toSorted()).toEqual(['tributary://handbook/backup#0', 'tributary://handbook/copy#0']);
  });

  it.each(['keyword', 'semantic', 'fuzzy', 'rrf'] as const)('are shown once by the algorithm %s', async (algorithm) => {
    const answer = await bed.run({ ...request, algorithm });
    expect(answer.hits.some(({ also_in: also = [] }) => also.length >= 2)).toBe(true);
  });

  it('are read by one call a collection, however many there are', async () => {
    const copies = ['first', 'second', 'third', 'fourth'];
    await using own = await Testbed.open();
    await own.collection(
      'copies',
      copies.map((key) => ({ key, title: 'Backups', text: backup })),
    );
    own.main.calls.length = 0;
    const { hits } = await own.run(request);
    expect(hits.map(({ also_in: also = [] }) => also.length)).toEqual([3]);
    // Once to look closely and to compare, once for the page, once for the addresses.
    expect(own.main.calls.filter((call) => call === 'read')).toHaveLength(3);
  });

  it('are named only to those who may read them', async () => {
    const told = JSON.stringify(await bed.run(request, { principal: reader({ user_id: 'bob' }) }));
    expect(told).toContain('wiki/edited');
    expect(told).not.toContain('wiki/secret');
  });

  it('are named in the explanation', async () => {
    const { hits } = await bed.run({ ...request, explain: true });
    const effects = hits.flatMap(({ explanation }) => explanation?.steps.filter(({ step }) => step === 'collapse') ?? []);
    expect(effects[0]?.effect).toMatch(/^lets it stand for \d near duplicates? in other documents$/);
  });

  it('are named on later pages too, as far as they may be read by then', async () => {
    const whole = await bed.run(request);
    let page = await bed.run({ ...request, limit: 1 });
    const hits = [...page.hits];
    while (page.cursor !== undefined) {
      page = await bed.run({ ...request, limit: 1, cursor: page.cursor });
      hits.push(...page.hits);
    }
    expect(hits.map(({ uri, also_in: also }) => [uri, also])).toEqual(whole.hits.map(({ uri, also_in: also }) => [uri, also]));
  });

  it('keep their places when they cannot be compared in time', async () => {
    bed.second.break(mirror, { kind: 'hangs', isDeaf: true }, ['read']);
    await eventually(async () => {
      const answer = await bed.run({ ...request, deadline_ms: 1000 });
      expect(answer.coverage.find(({ collection }) => collection === 'mirror')).toMatchObject({ status: 'timed_out' });
      expect(keys(answer)).toContain('handbook/backup');
    });
    bed.second.mend();
  });
});

it('copies are as relevant as the one that stands among the fewest passages', async () => {
  await using bed = await Testbed.open();
  const others = Array.from({ length: 60 }, (_, n) => ({
    key: n.toString(),
    title: 'Storm',
    text: `Storm ${n.toString()} came at night.`,
  }));
  await bed.collection('archive', [{ key: 'backup', title: 'Backups', text: backup }, ...others]);
  await bed.collection('note', [{ key: 'backup', title: 'Backups', text: backup }]);
  const question = { ...request, query: 'is the log looked at' };
  const apart = await bed.run({ ...question, collapse: false, limit: 2 });
  const priorities = { order: ['archive'], strategy: 'soft' as const };
  const preferred = await bed.run({ ...question, priorities });
  const alone = apart.hits.map(({ relevance }) => relevance);
  expect(Math.max(...alone)).toBeGreaterThan(Math.min(...alone) + 0.05);
  expect(preferred.hits[0]).toMatchObject({
    uri: 'tributary://archive/backup#0',
    also_in: ['tributary://note/backup#0'],
    relevance: Math.max(...alone),
  });
  const demanding = { ...question, priorities, min_relevance: 0.5 };
  expect((await bed.run(demanding)).hits).toEqual([preferred.hits[0]]);
  const asked = WhyNotRequest.parse({ ...PATIENCE, ...question, priorities, limit: 1, uri: 'tributary://archive/1' });
  const { details } = await new WhyNot(bed).run(asked, { principal: localOwner });
  expect(details.last_shown).toMatchObject({ uri: 'tributary://archive/backup#0', relevance: Math.max(...alone) });
});
