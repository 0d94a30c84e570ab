import { anybody, localOwner, type Principal } from '@tributary/contracts';
import { replaced } from '@tributary/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { MemoryEngine, sampleCard } from '../conformance/memory/index.js';
import { Catalog } from './catalog.js';
import { readableCollections } from './readable-collections.js';

const ada: Principal = { ...anybody, user_id: 'ada' };

describe('collections that are asked for by name', () => {
  const { records } = new MemoryEngine();
  let lists: number;
  let asked: number;
  const listRevisions: typeof records.listRevisions = (query) => {
    lists++;
    return records.listRevisions(query);
  };
  const beside = () => {
    asked++;
    return Promise.resolve({ records: [], unreadable: [] });
  };
  const sources = { catalog: new Catalog(replaced(records, { listRevisions })), found: { beside } };
  const names = async (wanted: readonly string[], principal = localOwner) => {
    const found = await readableCollections(sources, principal, { names: wanted });
    return found.records.map(({ name }) => name);
  };
  beforeEach(async () => {
    [lists, asked] = [0, 0];
    const add = (name: string, more: object = {}) =>
      sources.catalog.collections.change(name, () => ({ set: { name, engine: 'main', generation: 1, card: sampleCard(4), ...more } }));
    await Promise.all([add('wiki'), add('notes'), add('diary', { users: ['ada'] }), add('gone', { removed: true })]);
  });

  it('are read by their names alone where the caller may read all of them, in the order of the catalog', async () => {
    expect(await names(['wiki', 'diary', 'notes'], ada)).toEqual(['diary', 'notes', 'wiki']);
    expect([lists, asked]).toEqual([0, 0]);
  });

  it.each([
    ['was removed', 'gone', ada],
    ['was never made', 'none', ada],
    ['is another’s', 'diary', anybody],
  ])('are looked for everywhere where one %s', async (_why, name, principal) => {
    expect(await names(['wiki', name], principal)).toEqual(principal === ada ? ['diary', 'notes', 'wiki'] : ['notes', 'wiki']);
    expect([lists, asked]).toEqual([1, 1]);
  });
});
