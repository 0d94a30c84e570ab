import { WhyNotRequest, type SearchAnswer, type SearchInput } from '@tributary/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PATIENCE, Testbed, reader } from '../testbed/testbed.fixture.js';
import { WhyNot } from '../why-not/why-not.use-case.js';

const SECRET = 'The Zugangskarte to the vault lies in the drawer of the director.';
const OWN = ['bread is baked in a hot oven', 'bees find nectar', 'trains arrive at nine', 'glaciers leave moraines'];
const DORA = { principal: reader({ user_id: 'dora', groups: ['staff'] }) };
const GERD = { principal: reader({ user_id: 'gerd', groups: ['staff'] }) };

let bed: Testbed;
beforeAll(async () => {
  bed = await Testbed.open();
  for (const n of [0, 1, 2]) {
    await bed.collection(`of-dora-${n.toString()}`, [
      { key: 'a', title: 'Vault', text: `${SECRET} Page ${n.toString()}.`, user_id: 'dora' },
    ]);
    for (const [at, text] of OWN.entries())
      await bed.collection(`shelf-${at.toString()}-${n.toString()}`, [
        { key: 'a', title: 'Shelf', text: `On shelf ${n.toString()} ${text}.` },
        { key: 'b', title: 'Of dora', text: `Dora keeps a quagga on shelf ${n.toString()}.`, user_id: 'dora' },
      ]);
  }
  bed.clock.moveOn(10_000);
  for (let turn = 0; turn < 2; turn++) {
    await bed.run({ query: 'anything', collections: ['auto'] });
    await bed.sketches.idle();
    bed.clock.moveOn(10_000);
  }
});
afterAll(() => bed[Symbol.asyncDispose]());

const named = ({ coverage }: SearchAnswer, status: string) =>
  coverage.filter((one) => one.status === status).map(({ collection }) => collection);
const ask = (query: string, over: Partial<SearchInput> = {}, as: typeof GERD = GERD) =>
  bed.run({ query, collections: ['auto'], max_collections: 1, limit: 1, explain: true, ...over }, as);

describe('"auto" for a caller who does not see every row', () => {
  it('chooses no collection in which he may read nothing, whatever words stand in it', async () => {
    for (const query of ['Zugangskarte', 'Zugangskarte to the vault', 'drawer of the director']) {
      const answer = await ask(query);
      expect(named(answer, 'searched').join()).toMatch(/^shelf-\d-\d$/);
      expect(named(answer, 'not_selected').filter((name) => name.startsWith('of-dora'))).toHaveLength(3);
      expect(named(await ask(query, {}, DORA), 'searched').join()).toMatch(/^of-dora-\d$/);
    }
    expect(named(await ask('Zugangskarte', { max_collections: 12 }), 'searched').join()).not.toContain('of-dora');
  });

  it('tells no figure of a collection, nor which is better, of those asked and those left out', async () => {
    for (const query of ['Zugangskarte', 'quagga', 'bees']) {
      const { selection } = await ask(query, { max_collections: 12 });
      const choices = [...(selection?.asked ?? []), ...(selection?.left_out ?? [])];
      expect(choices).toHaveLength(15);
      for (const choice of choices) expect(Object.keys(choice)).toEqual(['collection', 'because']);
      expect(new Set(choices.map(({ because }) => because))).toEqual(new Set(['best', 'less_likely']));
      const places = choices.map(({ collection }) => collection);
      expect(places.slice(0, selection?.asked.length)).toEqual(places.slice(0, selection?.asked.length).toSorted());
    }
    const owners = (await bed.run({ query: 'quagga', collections: ['auto'], limit: 1, explain: true })).selection;
    expect(owners?.asked[0]?.terms).toBeGreaterThan(0);
  });

  it('chooses a collection as soon as something in it is for him', async () => {
    await bed.write('of-dora-1', { key: 'b', title: 'Card', text: 'Gerd has a Zugangskarte, too.', acl: ['group:staff', 'user:gerd'] });
    const answer = await ask('Zugangskarte');
    expect([named(answer, 'searched'), answer.hits[0]?.title]).toEqual([['of-dora-1'], 'Card']);
    await bed.remove('of-dora-1', 'b');
  });

  it('asks within the bound the same where he sees nothing at all', async () => {
    const nobody = { principal: reader({ user_id: 'nobody', collections: ['of-dora-*'] }) };
    const asked = await Promise.all(
      ['Zugangskarte', 'bees', 'Page 2'].map(async (query) => named(await ask(query, {}, nobody), 'searched')),
    );
    expect(asked).toEqual([asked[0], asked[0], asked[0]]);
    expect(asked[0]).toHaveLength(1);
  });

  it('says by why_not that a collection was left out, without figures', async () => {
    const request = { ...PATIENCE, query: 'bees', collections: ['auto'], max_collections: 1, uri: 'tributary://shelf-2-0/a', limit: 1 };
    const { explanation } = await new WhyNot(bed).run(WhyNotRequest.parse(request), GERD);
    expect(explanation[0]).toMatch(/^"auto" did not ask the collection shelf-2-0: 1 others seem to suit the query better\. Name it/);
  });
});
