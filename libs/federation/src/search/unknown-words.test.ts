import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Testbed } from '../testbed/testbed.fixture.js';

const DOUBT: unknown = expect.stringContaining('Nothing found seems to answer this');

describe('words that the common model does not know', () => {
  let bed: Testbed;
  beforeAll(async () => {
    bed = await Testbed.open();
    await bed.collection('notes', [
      { key: 'knee', title: 'Knee', text: 'After the fall in March the meniscus of the left knee was sewn; no running until June.' },
      { key: 'car', title: 'Car', text: 'Der TÜV ist im Mai fällig, die Werkstatt ruft an.' },
      { key: 'glasses', title: 'Glasses', text: 'New glasses for Emil: minus two on the left, minus one and a half on the right.' },
    ]);
    await bed.collection('code', [
      { key: 'key', title: 'key.pem', text: 'MIIEowIBAAKCAQEAtUvMen7IscQm7Xz TxVsMEn8iSc9Us QmEn4UsIs0tV uVTt ISC8men9 TxUv uMen1T' },
      { key: 'anatomy', title: 'anatomy.ts', text: 'interface Joint { muscle: Muscle; tendon: Tendon; cartilage: Cartilage; bone: Bone }' },
      {
        key: 'parse',
        title: 'parse.ts',
        text: 'The parser of the provider turns json into values; json strings are kept, don and non are not json.',
      },
      { key: 'reply', title: 'reply.ts', text: 'A reply is sent once; a second one is an error and is logged.' },
    ]);
    await bed.collection('russian', [
      { key: 'soup', title: 'Борщ', text: 'Свёклу натереть и тушить с морковью, затем добавить в бульон капусту и картофель.' },
      { key: 'backup', title: 'Архив', text: 'Резервные копии сервера делаются каждую ночь и хранятся один месяц.' },
      { key: 'doctor', title: 'Врач', text: 'Приём у стоматолога перенесён на четверг, взять с собой снимок.' },
    ]);
  });
  afterAll(() => bed[Symbol.asyncDispose]());

  it.each([
    ['meniscus', 'Knee'],
    ['TÜV', 'Car'],
  ])('%s is found where it is written, whatever pieces of it stand elsewhere', async (query, title) => {
    const { hits, notes } = await bed.run({ query });
    expect(hits[0]?.title).toBe(title);
    expect(hits[0]?.relevance).toBeGreaterThan(0.3);
    expect(hits[1]?.relevance ?? 0).toBeLessThan(0.08);
    expect(notes).toEqual([]);
  });

  it('are found in another form, in another language', async () => {
    const { hits, notes } = await bed.run({ query: 'сохранить резервную копию серверов' });
    expect(hits[0]?.title).toBe('Архив');
    expect(notes).not.toContainEqual(DOUBT);
  });

  it('make nothing relevant by being written in the same letters', async () => {
    const { hits, notes } = await bed.run({ query: 'расписание поездов из Казани', collections: ['russian'] });
    expect(hits[0]?.relevance ?? 0).toBeLessThan(0.08);
    expect(notes).toContainEqual(DOUBT);
  });

  it('are taken for mistakes; words that it knows are none, even if nobody wrote them here', async () => {
    const asked = await bed.run({ query: 'what strength are the glasses of my son' });
    expect(asked.hits[0]?.title).toBe('Glasses');
    expect(asked.notes.join()).not.toContain('looked for');
    const mistaken = await bed.run({ query: 'meniscsu' });
    expect(mistaken.hits[0]?.title).toBe('Knee');
    expect(mistaken.notes.join()).toContain('looked for "meniscus"');
  });
});
