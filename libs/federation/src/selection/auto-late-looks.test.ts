import { localOwner, type SearchAnswer } from '@tributary/contracts';
import { physicalName } from '@tributary/engines-port';
import { eventually } from '@tributary/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Testbed, reader } from '../testbed/testbed.fixture.js';

const GERD = { principal: reader({ user_id: 'gerd', groups: ['staff'] }) };
const QUERIES = ['Zugangskarte', 'Zugangskarte to the vault', 'drawer of the director'];
const OF_DORA = Array.from({ length: 40 }, (_, n) => `of-dora-${n.toString()}`);
const SHELVES = Array.from({ length: 10 }, (_, n) => `shelf-${n.toString()}`);

let bed: Testbed;
beforeEach(async () => {
  bed = await Testbed.open();
  const secret = 'The Zugangskarte to the vault lies in the drawer of the director.';
  for (const name of OF_DORA) await bed.collection(name, [{ key: 'a', title: 'Vault', text: secret, user_id: 'dora' }]);
  for (const name of SHELVES) await bed.collection(name, [{ key: 'a', title: 'Shelf', text: `Bread lies on ${name}.` }]);
  bed.clock.moveOn(10_000);
  for (let turn = 0; turn < 2; turn++) {
    await bed.run({ query: 'anything', collections: ['auto'] });
    await bed.sketches.idle();
    bed.clock.moveOn(10_000);
  }
});
afterEach(() => bed[Symbol.asyncDispose]());

const searched = ({ coverage }: SearchAnswer) =>
  coverage.filter(({ status }) => status !== 'not_selected').map(({ collection }) => collection);
const ask = (query: string, most: number | undefined) =>
  bed.run({ query, collections: ['auto'], limit: 1, ...(most === undefined ? {} : { max_collections: most }) }, GERD);
const hold = (names: readonly string[]) => {
  for (const name of names) bed.main.break(physicalName(name, 1), { kind: 'hangs', isDeaf: true }, ['scroll']);
};
const looks = () => bed.main.calls.filter((call) => call === 'scroll').length;

describe('"auto" where it takes long to say whether a caller may read anything', () => {
  it('chooses none that is not known in time while there is one that is, and says so', async () => {
    hold(OF_DORA);
    for (const query of QUERIES) {
      const answer = await ask(query, 1);
      expect(searched(answer).join()).toMatch(/^shelf-\d$/);
      expect(answer.notes[0]).toContain('Others were left out since it was not known in time whether you may read anything there');
    }
  });

  it('asks within the bound the same whatever is asked for where nothing is known in time, without a bound all', async () => {
    hold([...OF_DORA, ...SHELVES]);
    const asked: (readonly string[])[] = [];
    for (const query of QUERIES) asked.push(searched(await ask(query, 3)));
    expect(asked).toEqual([asked[0], asked[0], asked[0]]);
    expect(asked[0]).toHaveLength(3);
    expect(searched(await ask('bread', undefined))).toHaveLength(50);
  });

  it('looks into a collection that shows nothing once, until something changes in it', async () => {
    const first = looks();
    await eventually(async () => {
      expect(searched(await ask('Zugangskarte', 1)).join()).toMatch(/^shelf-\d$/);
    });
    await ask('Zugangskarte', 1);
    const before = looks();
    expect(before - first).toBeGreaterThanOrEqual(OF_DORA.length);
    await ask('Zugangskarte', 1);
    expect(looks()).toBe(before);
    await bed.write('of-dora-7', { key: 'b', title: 'Card', text: 'Gerd has a Zugangskarte, too.', acl: ['group:staff'] });
    expect(searched(await ask('Zugangskarte', 1))).toEqual(['of-dora-7']);
    expect(looks()).toBe(before + 1);
  });

  it('does not look where the record names others as its readers', async () => {
    for (const name of OF_DORA)
      await bed.catalog.collections.change(name, (record) => (record ? { set: { ...record, known_to: ['user:dora'] } } : { keep: true }));
    hold(OF_DORA);
    const before = looks();
    const admin = { principal: reader({ user_id: 'gerd', scopes: ['search:read', 'admin'] }) };
    const answer = await bed.run({ query: 'Zugangskarte', collections: ['auto'], max_collections: 1, limit: 1 }, admin);
    expect(searched(answer).join()).toMatch(/^shelf-\d$/);
    expect(answer.notes[0]).not.toContain('in time');
    expect(looks() - before).toBeLessThanOrEqual(SHELVES.length);
    const owners = await bed.run({ query: 'Zugangskarte', collections: ['auto'], max_collections: 1, limit: 1 }, { principal: localOwner });
    expect(searched(owners).join()).toMatch(/^of-dora/);
  });
});
