import { retryable } from '@tributary/kernel';
import { eventually } from '@tributary/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Testbed } from '../testbed/testbed.fixture.js';

describe('forms of words', () => {
  let bed: Testbed;
  let handbuch: string;
  beforeAll(async () => {
    bed = await Testbed.open();
    handbuch = await bed.collection('handbuch', [
      {
        key: 'partition',
        title: 'Festplatte',
        text: 'Eine verschlüsselte Partition wird beim Start des Rechners mit einem Kennwort geöffnet.',
      },
      {
        key: 'drucker',
        title: 'Gerät',
        text: 'Ein Drucker im Netz wird beim Start des Rechners gesucht und mit seinem Namen eingetragen.',
      },
      { key: 'konto', title: 'Zugang', text: 'Ein Konto wird beim ersten Start des Rechners mit einem Kennwort angelegt.' },
      { key: 'uhr', title: 'Zeit', text: 'Die Uhr wird beim Start des Rechners mit einem anderen Rechner verglichen.' },
    ]);
  });
  afterAll(() => bed[Symbol.asyncDispose]());

  const firstOf = async (query: string) => (await bed.run({ query, explain: true })).hits[0];

  it('are found where the query has the words in another one, and nothing is missed', async () => {
    const hit = await firstOf('Partitionen verschlüsseln');
    expect(hit).toMatchObject({ title: 'Festplatte', explanation: { lanes: { keyword: { rank: 1 } }, judge: { known_words: 1 } } });
    expect(hit?.relevance).toBeGreaterThan(0.5);
    expect((await firstOf('Druckern'))?.title).toBe('Gerät');
  });

  it('are not told, and not looked for by one lane alone', async () => {
    expect((await bed.run({ query: 'Partitionen verschlüsseln' })).notes).toEqual([]);
    expect((await bed.run({ query: 'Partitionen verschlüsseln', algorithm: 'keyword' })).hits).toEqual([]);
  });

  it('are asked of vocabularies before the lanes only where the query is of another language than the model', async () => {
    const asked = async (query: string) => {
      const before = bed.main.calls.length;
      await bed.run({ query });
      const calls = bed.main.calls.slice(before);
      return calls.slice(0, calls.indexOf('nominate')).filter((call) => call === 'wordsBeginning').length;
    };
    expect(await asked('Partitionen verschlüsseln')).toBe(1);
    expect(await asked('how do I encrypt a partition with LUKS')).toBe(0);
    expect(await asked('restart the printer server')).toBe(0);
  });

  it('are not asked of an engine that did not answer the last searches', async () => {
    await using away = await Testbed.open();
    const notes = await away.collection('notizen', [{ key: 'a', text: 'Eine verschlüsselte Partition.' }]);
    away.main.break(notes, { kind: 'throws', error: retryable('ENGINE.UNAVAILABLE', 'It is away.') });
    const calls = async () => {
      const before = away.main.calls.length;
      await away.run({ query: 'Partitionen verschlüsseln' });
      return away.main.calls.slice(before);
    };
    for (let search = 0; search < 3; search++) expect(await calls()).toContain('wordsBeginning');
    expect(await calls()).toEqual([]);
  });

  it('cost no collection that a vocabulary does not answer', async () => {
    bed.main.break(handbuch, { kind: 'hangs' }, ['wordsBeginning']);
    bed.main.break(handbuch, { kind: 'travels' }, ['nominate']);
    await eventually(async () => {
      const { hits, coverage } = await bed.run({ query: 'verschlüsselte Partitionen', deadline_ms: 1_800 });
      expect(coverage).toMatchObject([{ collection: 'handbuch', status: 'searched' }]);
      expect(hits[0]).toMatchObject({ title: 'Festplatte' });
    });
    bed.main.mend();
  });
});
