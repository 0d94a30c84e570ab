import type { EmbeddingProvider } from '@tributary/embedding-port';
import { StaticEmbeddingProvider } from '@tributary/embedding-static';
import {
  Engines,
  describeEach,
  type CollectionRecord,
  type Engine,
  type ForeignAlias,
  type ForeignCollection,
  type ForeignCollections,
  type ForeignListOptions,
} from '@tributary/engines-port';
import { MemoryEngine, type MemoryForeign } from '@tributary/engines-port/memory';
import { permanent, retryable, toErrorRecord, type Clock } from '@tributary/kernel';
import { eventually, replaced } from '@tributary/testing';
import { describe, expect, it } from 'vitest';
import { AdoptionBed, memoryCollection, toolCalled } from '../testbed/adoption-bed.fixture.js';
import { CollectionFinder } from './found-collections.js';
import { InspectedCards } from './inspected-cards.js';

const model = new StaticEmbeddingProvider();
const docs = (name = 'docs') => memoryCollection(name, toolCalled('LangChain on Qdrant'), model);

class StandingClock implements Clock {
  #now = 0;

  now() {
    return this.#now;
  }

  moveOn(ms: number) {
    this.#now += ms;
  }
}

/** An engine whose collections can be listed, or not. */
class MoodyEngine extends MemoryEngine {
  listed = 0;
  mood: 'well' | 'down' | 'hanging' | 'slow' = 'well';
  override readonly foreign: MemoryForeign;

  constructor(name: string, collections: MemoryForeign) {
    super({ name, foreign: collections });
    this.foreign = replaced(collections, { list: () => this.#list(collections) });
  }

  async #list(collections: ForeignCollections) {
    this.listed += 1;
    if (this.mood === 'down') throw retryable('ENGINE.UNAVAILABLE', `Nobody answers for ${this.name}.`, { category: 'unavailable' });
    // What a call throws that its signal ended.
    if (this.mood === 'slow') throw new DOMException('The operation was aborted due to timeout', 'TimeoutError');
    if (this.mood === 'hanging') return Promise.withResolvers<never>().promise;
    return collections.list();
  }
}

function finderOver(bed: AdoptionBed, others: readonly Engine[] = [], models: readonly EmbeddingProvider[] = [model]) {
  const clock = new StandingClock();
  const engines = others.length === 0 ? bed.engines : new Engines(bed.primary, others);
  const names = models.map(({ name }) => name);
  const cards = () => new InspectedCards({ inspect: bed.inspect, records: bed.primary.records, clock, models: names });
  return {
    clock,
    finder: new CollectionFinder({ engines, cards: cards(), clock }),
    again: () => new CollectionFinder({ engines, cards: cards(), clock }),
  };
}

const bound = (records: readonly CollectionRecord[]) => records.map(({ name, engine, adopted }) => [name, engine, adopted]);

describe('collections nobody adopted', () => {
  it('are found and bound with a card, the model included once it has been looked for', async () => {
    await using bed = new AdoptionBed([await docs()]);
    const { finder } = finderOver(bed);
    await eventually(async () => (await finder.beside([], { waitMs: 5000 })).records[0]?.card.model.name === 'static');
    const { records, unreadable } = await finder.beside([]);
    expect(unreadable).toEqual([]);
    expect(bound(records)).toEqual([['docs', 'other', 'docs']]);
    expect(records[0]?.card.fields).toMatchObject({ text: 'page_content' });
    expect(await bed.catalog.collections.get('docs')).toBeUndefined();
  });

  it('have the model somebody configured for their engine at the first look, and nothing is embedded; one that makes other vectors is not believed', async () => {
    const asked: string[] = [];
    class Counting extends StaticEmbeddingProvider {
      override embed(...args: Parameters<StaticEmbeddingProvider['embed']>) {
        asked.push(this.name);
        return super.embed(...args);
      }
    }
    class Longer extends Counting {
      override async describe() {
        return { ...(await super.describe()), dimension: 512 };
      }
    }
    await using bed = new AdoptionBed([await docs()], [new Counting({ name: 'told' }), new Longer({ name: 'longer' })]);
    const look = (model: string) => {
      const records = bed.primary.records;
      return new InspectedCards({ inspect: bed.inspect, records, clock: new StandingClock(), models: [], modelOf: () => model });
    };
    const [collection] = (await bed.foreign.list()).collections;
    if (collection === undefined) throw new Error('There is no collection.');
    const first = look('told').of(bed.other, collection);
    await first.looked;
    expect(first.state).toMatchObject({ card: { model: { name: 'told' } } });
    expect(asked).toEqual([]);
    const other = look('longer').of(bed.other, collection);
    await other.looked;
    expect(other.state).toMatchObject({ card: { model: { name: 'unknown' } } });
  });

  it('need no second look in another process', async () => {
    await using bed = new AdoptionBed([await docs()]);
    const { finder, again } = finderOver(bed);
    await eventually(async () => (await finder.beside([], { waitMs: 5000 })).records[0]?.card.model.name === 'static');
    bed.foreign.scroll = () => Promise.reject(new Error('read again'));
    await eventually(async () => (await again().beside([], { waitMs: 5000 })).records[0]?.card.model.name === 'static');
  });

  it('are not those that are adopted, and give way to names that are taken', async () => {
    await using bed = new AdoptionBed([await docs(), await docs('notes'), await docs('not a name')]);
    const { card } = await bed.inspect.run(bed.other, 'docs');
    const { finder } = finderOver(bed);
    const record = { v: 1 as const, card, generation: 1, building: [], epoch: 0, removed: false };
    const adopted = { ...record, name: 'house', engine: 'other', adopted: 'docs' };
    const own = { ...record, name: 'notes', engine: 'main' };
    const { records } = await finder.beside([adopted, own], { waitMs: 5000 });
    expect(bound(records)).toEqual([
      ['other.notes', 'other', 'notes'],
      [expect.stringMatching(/^not-a-name-[0-9a-f]{6}$/), 'other', 'not a name'],
    ]);
  });

  it('say which collection their content was moved to, however long ago', async () => {
    await using bed = new AdoptionBed([await docs(), await docs('notes'), await docs('plans'), await docs('said')]);
    const { card } = await bed.inspect.run(bed.other, 'docs');
    const record = { v: 1 as const, card, generation: 2, building: [], epoch: 0, removed: false, engine: 'main' };
    const points = (await docs()).points.length;
    const { records } = await finderOver(bed).finder.beside(
      [
        { ...record, name: 'docs', originals: [{ engine: 'other', name: 'docs', points }] },
        { ...record, name: 'papers', previous: { generation: 1, engine: 'other', card, adopted: 'notes', until: 0 } },
        { ...record, name: 'gone', removed: true, originals: [{ engine: 'other', name: 'plans' }] },
        { ...record, name: 'talks', originals: [{ engine: 'other', name: 'said', points: points - 1 }] },
      ],
      { waitMs: 5000 },
    );
    expect(records.map(({ name, answered_by, parted }) => [name, answered_by, parted])).toEqual([
      ['other.docs', 'docs', undefined],
      ['notes', 'papers', undefined],
      ['plans', undefined, undefined],
      ['said', 'talks', true],
    ]);
  });

  it('are called with their engine where two engines have one of that name', async () => {
    await using bed = new AdoptionBed([await docs()]);
    const second = new MemoryEngine({ name: 'second', foreign: bed.foreign });
    const { finder } = finderOver(bed, [bed.other, second]);
    const { records } = await finder.beside([], { waitMs: 5000 });
    expect(records.map(({ name }) => name)).toEqual(['other.docs', 'second.docs']);
  });

  it('appear and vanish as their makers make and remove them, within seconds, at once where it is asked for', async () => {
    await using bed = new AdoptionBed([await docs()]);
    const { finder, clock } = finderOver(bed);
    const names = async (options = {}) => (await finder.beside([], { waitMs: 5000, ...options })).records.map(({ name }) => name);
    expect(await names()).toEqual(['docs']);
    bed.foreign.set('new', await docs('new'));
    expect(await names()).toEqual(['docs']);
    expect(await names({ fresh: true })).toEqual(['docs', 'new']);
    bed.foreign.set('docs', undefined);
    clock.moveOn(3000);
    expect(await names()).toEqual(['new']);
  });

  it('are looked at anew when their maker changes their vectors', async () => {
    await using bed = new AdoptionBed([await docs()]);
    const { finder } = finderOver(bed);
    await finder.beside([], { waitMs: 5000 });
    const before = await docs();
    bed.foreign.set('docs', {
      ...before,
      vectors: [{ name: 'small', kind: 'dense', dimension: 2, distance: 'dot' }],
      points: before.points.map((point) => ({ ...point, vectors: new Map([['small', Float32Array.of(1, 0)]]) })),
    });
    await eventually(async () => {
      const { records } = await finder.beside([], { waitMs: 5000, fresh: true });
      return records[0]?.card.vectors.dense === 'small';
    });
  });

  const laidOutAnew = async () => {
    const before = await docs();
    const moved = ({ payload: { page_content, ...rest } }: { payload: Readonly<Record<string, unknown>> }) => ({
      ...rest,
      body: page_content,
    });
    return { ...before, points: before.points.map((point) => ({ ...point, payload: moved(point) })) };
  };

  it('are looked at anew when no text stands any more where it stood, in another process, too', async () => {
    await using bed = new AdoptionBed([await docs()]);
    const { finder, again, clock } = finderOver(bed);
    const look = async (by: CollectionFinder) => (await by.beside([], { waitMs: 5000, fresh: true })).records[0]?.card;
    await eventually(async () => (await look(finder))?.model.name === 'static');
    bed.foreign.set('docs', await laidOutAnew());
    expect((await look(finder))?.fields?.text).toBe('page_content');
    const other = again();
    await eventually(async () => (await look(other))?.fields?.text === 'body');
    clock.moveOn(300_000);
    await eventually(async () => {
      const card = await look(finder);
      return card?.fields?.text === 'body' && card.model.name === 'static';
    });
  });

  it('say so when no text is left in them', async () => {
    await using bed = new AdoptionBed([await docs()]);
    const { finder, clock } = finderOver(bed);
    const look = () => finder.beside([], { waitMs: 5000, fresh: true });
    await eventually(async () => (await look()).records[0]?.card.model.name === 'static');
    const before = await docs();
    bed.foreign.set('docs', { ...before, points: before.points.map((point) => ({ ...point, payload: { n: 1 } })) });
    clock.moveOn(300_000);
    await eventually(async () => (await look()).unreadable[0]?.code === 'COLLECTION.NO_TEXT');
  });

  it('are looked at anew once a day, and keep the model that was found while no other one is', async () => {
    let isAway = false;
    class Leaving extends StaticEmbeddingProvider {
      override embed(...args: Parameters<StaticEmbeddingProvider['embed']>) {
        return isAway ? Promise.reject(retryable('EMBEDDER.UNAVAILABLE', 'away')) : super.embed(...args);
      }
    }
    const leaving = new Leaving();
    await using bed = new AdoptionBed([await docs()], [leaving]);
    const { finder, clock } = finderOver(bed, [], [leaving]);
    const look = async () => (await finder.beside([], { waitMs: 5000, fresh: true })).records[0]?.card;
    await eventually(async () => (await look())?.model.name === 'static');
    expect((await look())?.fields?.title).toBe('metadata.title');
    const before = await docs();
    const untitled = { ...before, points: before.points.map((point) => ({ ...point, payload: { ...point.payload, metadata: {} } })) };
    bed.foreign.set('docs', untitled);
    const looks: string[] = [];
    const { foreign } = bed;
    const inspect = foreign.inspect.bind(foreign);
    foreign.inspect = (name) => {
      looks.push(name);
      return inspect(name);
    };
    isAway = true;
    clock.moveOn(86_400_000);
    await eventually(async () => {
      expect((await look())?.model.name).toBe('static');
      return looks.length > 0;
    });
    isAway = false;
    clock.moveOn(300_000);
    await eventually(async () => {
      const card = await look();
      return card?.fields?.title === undefined && card?.model.name === 'static';
    });
  });

  it('say why they cannot be read', async () => {
    await using bed = new AdoptionBed([{ ...(await docs()), vectors: [] }]);
    const { finder } = finderOver(bed);
    const { records, unreadable } = await finder.beside([], { waitMs: 5000 });
    expect(records).toEqual([]);
    expect(unreadable).toMatchObject([{ name: 'docs', engine: 'other', status: 'incompatible', code: 'COLLECTION.NO_VECTOR' }]);
  });
});

describe('a collection that its engine does not describe', () => {
  const failing = (bed: AdoptionBed, { hangs = false, aliases = [] }: { hangs?: boolean; aliases?: readonly ForeignAlias[] } = {}) => {
    const broken = { name: 'broken', error: toErrorRecord(permanent('ENGINE.FAILED', 'out of order', { category: 'internal' })) };
    const state = { isBroken: true };
    const list = async ({ each }: ForeignListOptions = {}) => {
      const { collections } = await bed.foreign.list();
      const described = collections.filter(({ name }) => !state.isBroken || name !== 'broken');
      for (const one of described) each?.(one);
      if (hangs) return Promise.withResolvers<never>().promise;
      return { collections: described, failed: state.isBroken ? [broken] : [] };
    };
    const foreign = replaced<ForeignCollections>(bed.foreign, { list, aliases: () => Promise.resolve(aliases) });
    return { state, engine: replaced<Engine>(bed.other, { foreign }) };
  };

  it('is a row of its own beside the others, and stays what it was known to be', async () => {
    await using bed = new AdoptionBed([await docs(), await docs('broken')]);
    const { state, engine } = failing(bed);
    const { finder } = finderOver(bed, [engine]);
    const first = await finder.beside([], { waitMs: 5000 });
    expect(first.records.map(({ name }) => name)).toEqual(['docs']);
    const reason = 'it is there, but could not be looked at: out of order';
    expect(first.unreadable).toEqual([{ name: 'broken', engine: 'other', status: 'failed', code: 'ENGINE.FAILED', reason }]);
    state.isBroken = false;
    await finder.beside([], { waitMs: 5000, fresh: true });
    state.isBroken = true;
    const { records, unreadable } = await finder.beside([], { waitMs: 5000, fresh: true });
    expect(unreadable).toEqual([]);
    expect(records.map(({ name }) => name)).toEqual(expect.arrayContaining(['docs', 'broken']));
  });

  it('is no row where it is adopted', async () => {
    await using bed = new AdoptionBed([await docs('broken')]);
    const { card } = await bed.inspect.run(bed.other, 'broken');
    const adopted = { v: 1 as const, card, generation: 1, building: [], epoch: 0, removed: false, name: 'b', engine: 'other' };
    const { finder } = finderOver(bed, [failing(bed).engine]);
    expect(await finder.beside([{ ...adopted, adopted: 'broken' }], { waitMs: 5000 })).toEqual({ records: [], unreadable: [] });
  });

  it('is asked for first by the next listing where one did not get to it', async () => {
    await using bed = new AdoptionBed(await Promise.all(Array.from('abcdefghijkl', (name) => docs(name))));
    const { collections } = await bed.foreign.list();
    const list = (options: ForeignListOptions = {}) => {
      const over = new AbortController();
      let described = 0;
      const describe = (one: ForeignCollection) => {
        described += 1;
        if (described === 6) over.abort(new DOMException('over', 'TimeoutError'));
        return Promise.resolve(one);
      };
      return describeEach(collections, describe, { ...options, signal: over.signal });
    };
    const { finder } = finderOver(bed, [new MemoryEngine({ name: 'other', foreign: replaced(bed.foreign, { list }) })]);
    const found = async () => (await finder.beside([], { fresh: true, waitMs: 5000 })).records.length;
    expect([await found(), await found()]).toEqual([6, 12]);
  });

  it('is found beside no alias that binds it while others are waited for', async () => {
    await using bed = new AdoptionBed([await docs(), await docs('notes'), await docs('broken')]);
    const { card } = await bed.inspect.run(bed.other, 'notes');
    const record = { v: 1 as const, card, generation: 1, building: [], epoch: 0, removed: false, name: 'n', engine: 'other' };
    const { engine } = failing(bed, { hangs: true, aliases: [{ alias: 'today', collection: 'notes' }] });
    const { finder } = finderOver(bed, [engine]);
    await eventually(async () => {
      const { records } = await finder.beside([{ ...record, adopted: 'today' }], { waitMs: 50 });
      expect(records.map(({ name }) => name)).toEqual(['docs']);
    });
  });

  it('holds back none of the others while it is waited for', async () => {
    await using bed = new AdoptionBed([await docs(), await docs('broken')]);
    const { finder } = finderOver(bed, [failing(bed, { hangs: true }).engine]);
    await eventually(async () => {
      const { records, unreadable } = await finder.beside([], { waitMs: 50 });
      expect(records.map(({ name }) => name)).toEqual(['docs']);
      expect(unreadable).toMatchObject([{ name: 'other/*', status: 'timed_out' }]);
    });
  });
});

describe('an engine that cannot be asked', () => {
  it('is named, what it had stays known, and it is left alone for five seconds after three failures', async () => {
    await using bed = new AdoptionBed([await docs()]);
    const moody = new MoodyEngine('other', bed.foreign);
    const { finder, clock } = finderOver(bed, [moody]);
    await finder.beside([], { waitMs: 5000 });
    moody.mood = 'down';
    for (let search = 0; search < 5; search++) {
      const { records, unreadable } = await finder.beside([], { waitMs: 5000, fresh: true });
      expect(records.map(({ name }) => name)).toEqual(['docs']);
      expect(unreadable).toMatchObject([{ name: 'other/*', engine: 'other', status: 'failed', code: 'ENGINE.UNAVAILABLE' }]);
    }
    expect(moody.listed).toBe(4);
    moody.mood = 'well';
    clock.moveOn(5000);
    expect((await finder.beside([], { waitMs: 5000 })).unreadable).toEqual([]);
  });

  it('is late where its listing was given up', async () => {
    await using bed = new AdoptionBed([await docs()]);
    const moody = new MoodyEngine('other', bed.foreign);
    moody.mood = 'slow';
    const { unreadable } = await finderOver(bed, [moody]).finder.beside([], { waitMs: 5000 });
    const reason = 'its collections could not be listed: The engine did not answer within 5 s.';
    expect(unreadable).toEqual([{ name: 'other/*', engine: 'other', status: 'timed_out', code: 'SEARCH.LATE', reason }]);
  });

  it('holds nobody up when it hangs', async () => {
    await using bed = new AdoptionBed([await docs()]);
    const moody = new MoodyEngine('hanging', bed.foreign);
    moody.mood = 'hanging';
    const { finder } = finderOver(bed, [bed.other, moody]);
    // Looking at what was found goes on while nobody waits.
    await eventually(async () => {
      const { records, unreadable } = await finder.beside([], { waitMs: 50 });
      expect(unreadable).toContainEqual(expect.objectContaining({ name: 'hanging/*', status: 'timed_out' }));
      expect(records.map(({ name }) => name)).toContain('docs');
    });
  });
});
