import { WhyNotRequest, type SearchAnswer } from '@tributary/contracts';
import { physicalName } from '@tributary/engines-port';
import { retryable } from '@tributary/kernel';
import { eventually } from '@tributary/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PATIENCE, Testbed, reader } from '../testbed/testbed.fixture.js';
import { WhyNot } from '../why-not/why-not.use-case.js';

const GERD = { principal: reader({ user_id: 'gerd', groups: ['staff'] }) };
/** Of the words of dora's only row, and of none. */
const QUERIES = ['Nordwand bread', 'Eigerwand bread', 'safe bread', 'password bread', 'passport bread'];
const LATE = 'Others were left out since it was not known in time';
const AWAY = { kind: 'throws', error: retryable('ENGINE.UNAVAILABLE', 'The engine is away.', { category: 'unavailable' }) } as const;

let bed: Testbed;
beforeEach(async () => {
  bed = await Testbed.open();
  await bed.collection('vault', [{ key: 'a', title: 'Vault', text: 'The Zugangskarte to the vault lies in the drawer of the director.' }]);
  const secret = 'The password of the safe is on the Nordwand poster.';
  await bed.collection('dora', [{ key: 'a', title: 'Vault', text: secret, user_id: 'dora' }]);
});
afterEach(() => bed[Symbol.asyncDispose]());

/** So many further collections, that everybody may read, and what all are known to hold. */
const shelve = async (count: number) => {
  for (let n = 0; n < count; n++)
    await bed.collection(`shelf-${n.toString()}`, [{ key: 'a', title: 'Shelf', text: `Bread lies on shelf ${n.toString()}.` }]);
  bed.clock.moveOn(10_000);
  for (let turn = 0; turn < 2; turn++) {
    await bed.run({ query: 'anything', collections: ['auto'] });
    await bed.sketches.idle();
    bed.clock.moveOn(10_000);
  }
};
const ask = (query: string) => bed.run({ query, collections: ['auto'], max_collections: 1, limit: 1 }, GERD);
const hold = (name: string) => {
  bed.main.break(physicalName(name, 1), { kind: 'hangs', isDeaf: true }, ['scroll']);
};
const fail = (name: string) => {
  bed.main.break(physicalName(name, 1), AWAY);
  bed.main.break(physicalName(name, 1), AWAY, ['scroll']);
};
const of = ({ coverage }: SearchAnswer, name: string) => coverage.find(({ collection }) => collection === name);
const searched = ({ coverage }: SearchAnswer) => coverage.filter(({ status }) => status === 'searched').map(({ collection }) => collection);
/** What "auto" says of its choice, and of dora's collection, for each of the queries. */
const told = async () => {
  const said = new Set<string>();
  for (const query of QUERIES) {
    const answer = await ask(query);
    expect(searched(answer).join()).toMatch(/^shelf-\d+$/);
    said.add(JSON.stringify([answer.notes[0], of(answer, 'dora')]));
  }
  return [...said];
};

describe('what "auto" says of collections that could not be looked into', () => {
  it('says that one is late whatever is asked for', async () => {
    await shelve(30);
    await eventually(async () => {
      expect(await told()).toEqual([expect.not.stringContaining('in time')]);
    });
    hold('dora');
    await bed.write('dora', { key: 'b', title: 'Safe', text: 'The safe stands on the Nordwand.', user_id: 'dora' });
    expect(await told()).toEqual([expect.stringContaining(LATE)]);
  });

  it('says nothing of one where there are too many to look into all, but that there may be some', async () => {
    await shelve(70);
    await bed.write('dora', { key: 'b', title: 'Safe', text: 'The safe stands on the Nordwand.', user_id: 'dora' });
    fail('dora');
    bed.clock.moveOn(10_000);
    await ask('anything');
    await bed.sketches.idle();
    for (const spoil of [fail, hold]) {
      spoil('dora');
      const said = await told();
      expect(said).toEqual([
        expect.stringContaining('Any of which it was not known in time whether you may read anything there was left out.'),
      ]);
      expect(said[0]).toMatch(/too little is known of 1 yet.*not_selected/);
    }
  });

  it('asks as many of many whatever is asked for', async () => {
    await shelve(68);
    hold('dora');
    const counts = new Set<number>();
    for (const query of QUERIES) counts.add(searched(await bed.run({ query, collections: ['auto'], limit: 1 }, GERD)).length);
    // Three in ten of 70, and not of the 69 that are left where dora's is looked into.
    expect([...counts]).toEqual([21]);
  });

  it.each(['vault', 'dora'])('says of %s, whose engine fails, what a search by its name says, whatever is asked for', async (name) => {
    await shelve(10);
    fail(name);
    const byName = of(await bed.run({ query: 'bread', collections: [name, 'shelf-1'], limit: 1 }, GERD), name);
    for (const query of ['Zugangskarte to the vault', ...QUERIES]) {
      const answer = await ask(query);
      const reason = `looking whether you may read anything in it: ${byName?.reason ?? ''}`;
      expect(of(answer, name)).toMatchObject({ status: 'failed', code: 'ENGINE.UNAVAILABLE', reason });
      expect(byName).toMatchObject({ status: 'failed', code: 'ENGINE.UNAVAILABLE', reason: 'The engine is away.' });
      expect(answer.notes[0]).toMatch(
        /all\. Of 1 collection it could not be found out whether you may read anything there: the coverage says why\.$/,
      );
      expect(searched(answer).join()).toMatch(/^(shelf-\d|vault)$/);
    }
    const whole = bed.run({ query: 'bread', collections: ['auto'], max_collections: 1, limit: 1, require: 'all' }, GERD);
    await expect(whole).rejects.toMatchObject({ code: 'SEARCH.INCOMPLETE' });
    bed.main.mend();
    expect(of(await ask('Zugangskarte to the vault'), 'vault')?.status).toBe('searched');
  });

  it('says by why_not that one was not asked since its engine failed', async () => {
    await shelve(10);
    bed.main.break(physicalName('vault', 1), AWAY, ['scroll']);
    const request = { ...PATIENCE, query: 'bread', collections: ['auto'], max_collections: 1, uri: 'tributary://vault/a', limit: 1 };
    const finding = await new WhyNot(bed).run(WhyNotRequest.parse(request), GERD);
    expect([finding.verdict, finding.explanation.join()]).toEqual(['not_searched', expect.stringContaining('The engine is away.')]);
  });

  it('says nothing of one whose engine fails to whom it is not known', async () => {
    await shelve(10);
    await bed.catalog.collections.change('dora', (record) => (record ? { set: { ...record, known_to: ['user:dora'] } } : { keep: true }));
    fail('dora');
    for (const query of QUERIES) expect(of(await ask(query), 'dora')).toBeUndefined();
    const admin = { principal: reader({ user_id: 'gerd', scopes: ['search:read', 'admin'] }) };
    const answer = await bed.run({ query: 'Nordwand', collections: ['auto'], max_collections: 1, limit: 1 }, admin);
    expect(of(answer, 'dora')?.status).toBe('not_selected');
  });

  it('says why a look failed that had gone on behind an earlier search', async () => {
    await shelve(10);
    const gate = Promise.withResolvers<undefined>();
    bed.main.break(physicalName('vault', 1), { ...AWAY, when: gate.promise }, ['scroll']);
    expect((await ask('Zugangskarte')).notes[0]).toContain(LATE);
    hold('vault');
    gate.resolve(undefined);
    const answer = await ask('Zugangskarte');
    expect([of(answer, 'vault')?.code, answer.notes[0]?.includes(LATE)]).toEqual(['ENGINE.UNAVAILABLE', false]);
  });

  it('asks within the bound the same where all fail, and says so', async () => {
    await shelve(10);
    for (const name of ['vault', 'dora', ...Array.from({ length: 10 }, (_, n) => `shelf-${n.toString()}`)])
      bed.main.break(physicalName(name, 1), AWAY, ['scroll']);
    const asked = new Set<string>();
    for (const query of QUERIES) {
      const answer = await ask(query);
      expect(answer.notes.join(' ')).toContain('since it was not known where you may read anything.');
      asked.add(searched(answer).join());
    }
    expect([...asked]).toEqual(['dora']);
  });
});
