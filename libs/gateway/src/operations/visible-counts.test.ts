import { Engines } from '@tributary/engines-port';
import { MemoryEngine, sampleCard, sampleDocument } from '@tributary/engines-port/memory';
import { localOwner, type Principal } from '@tributary/contracts';
import { retryable } from '@tributary/kernel';
import { eventually } from '@tributary/testing';
import { describe, expect, it } from 'vitest';
import { ada, notes } from './counted-collection.fixture.js';
import { CollectionCounts } from './visible-counts.js';

/** Counts when it is let, and reads no document. */
class CountingEngine extends MemoryEngine {
  readonly go = Promise.withResolvers<undefined>();
  counts = 0;

  override async count(...parameters: Parameters<MemoryEngine['count']>): Promise<number> {
    this.counts += 1;
    await this.go.promise;
    return super.count(...parameters);
  }

  override findDocuments(): Promise<never> {
    throw new Error('It reads every document.');
  }
}

/** Takes calls and answers none, whatever their signals say. */
class HangingEngine extends MemoryEngine {
  override getCollection(): Promise<never> {
    return Promise.withResolvers<never>().promise;
  }
}

const UNKNOWN = { documents: 0, points: 0, reachable: true, counted: 'not_yet' };

/** Two documents of Ada, of three passages, and one of Bob. */
async function fill(engine: MemoryEngine): Promise<void> {
  await engine.createCollection('notes__g1', sampleCard(8));
  for (const [key, user_id, chunks] of [
    ['a', 'ada', ['one', 'two']],
    ['b', 'ada', ['three']],
    ['c', 'bob', ['four']],
  ] as const) {
    const document = sampleDocument({ collection: 'notes__g1', key, chunks: [...chunks] });
    await engine.writeDocument({
      ...document,
      points: document.points.map((point) => ({ ...point, payload: { ...point.payload, user_id } })),
    });
  }
}

describe('the counts of a collection', () => {
  it('are counted anew for a caller after the clock was set back', async () => {
    let now = 1_000_000;
    const main = new MemoryEngine({ name: 'main' });
    const counts = new CollectionCounts(new Engines(main), { clock: { now: () => now } });
    await main.createCollection('notes__g1', sampleCard(8));
    const write = (version: number, user_id: string) => {
      const document = sampleDocument({ collection: 'notes__g1', key: 'a', chunks: ['one'], version });
      return main.writeDocument({
        ...document,
        points: document.points.map((point) => ({ ...point, payload: { ...point.payload, user_id } })),
      });
    };
    await write(1, 'bob');
    expect(await counts.of(notes, ada)).toMatchObject({ points: 0 });
    await write(2, 'ada');
    expect(await counts.of(notes, ada)).toMatchObject({ points: 0 });
    now -= 365 * 86_400_000;
    expect(await counts.of(notes, ada)).toMatchObject({ points: 1 });
  });

  it('are those of its engine, and none within seconds where that hangs', async () => {
    const main = new MemoryEngine({ name: 'main' });
    await main.createCollection('notes__g1', sampleCard(8));
    await main.writeDocument(sampleDocument({ collection: 'notes__g1', key: 'a', chunks: ['one', 'two'] }));
    const counts = new CollectionCounts(new Engines(main, [new HangingEngine({ name: 'far' })]));
    expect(await counts.of(notes, localOwner)).toEqual({ documents: 1, points: 2, reachable: true, counted: 'now' });
    expect(await counts.of({ ...notes, engine: 'far' }, localOwner)).toEqual({ documents: 0, points: 0, reachable: false, counted: 'now' });
  });

  it('of a user are counted without reading his documents', async () => {
    const main = new CountingEngine({ name: 'main' });
    await fill(main);
    main.go.resolve(undefined);
    expect(await new CollectionCounts(new Engines(main)).of(notes, ada)).toEqual({
      documents: 2,
      points: 3,
      reachable: true,
      counted: 'now',
    });
  });

  it('that take long are said to be unknown, made once, and told to who asks later', async () => {
    const main = new CountingEngine({ name: 'main' });
    await fill(main);
    // It bounds the look at the collection, too, which a busy machine may need a while for.
    const counts = new CollectionCounts(new Engines(main), { limitMs: 1000 });
    expect(await Promise.all([counts.of(notes, ada), counts.of(notes, ada)])).toEqual([UNKNOWN, UNKNOWN]);
    expect(await counts.of(notes, ada)).toEqual(UNKNOWN);
    expect(main.counts).toBe(1);
    main.go.resolve(undefined);
    await eventually(async () => {
      expect(await counts.of(notes, ada)).toMatchObject({ documents: 2, points: 3, counted: 'now' });
    });
    expect(main.counts).toBe(1);
  });

  it('that failed after long are said to be unknown for a while, and why, and made again when that is over', async () => {
    let now = 1_000_000;
    const main = new CountingEngine({ name: 'main' });
    await fill(main);
    const counts = new CollectionCounts(new Engines(main), { limitMs: 1000, clock: { now: () => now } });
    expect(await counts.of(notes, ada)).not.toHaveProperty('failure');
    main.go.reject(retryable('ENGINE.UNAVAILABLE', 'It is away.'));
    await eventually(async () => {
      expect(await counts.of(notes, ada)).toEqual({ ...UNKNOWN, failure: 'ENGINE.UNAVAILABLE' });
    });
    expect(main.counts).toBe(1);
    now += 3_600_000;
    main.count = () => Promise.resolve(3);
    expect(await counts.of(notes, ada)).toMatchObject({ points: 3, counted: 'now' });
  });

  it('that are under way stay, however many there are, and are made once each', async () => {
    const main = new CountingEngine({ name: 'main' });
    await fill(main);
    const counts = new CollectionCounts(new Engines(main), { limitMs: 1000, maxKept: 2 });
    const users = ['ada', 'bob', 'eve', 'kim'].map((user): Principal => ({ ...ada, subject: user, user_id: user }));
    const ask = () => Promise.all(users.map((user) => counts.of(notes, user)));
    expect(await ask()).toMatchObject(users.map(() => ({ reachable: true, counted: 'not_yet' })));
    main.go.resolve(undefined);
    await eventually(async () => {
      expect(await ask()).toMatchObject([3, 1, 0, 0].map((points) => ({ points, counted: 'now' })));
    });
    expect(main.counts).toBe(4);
  });
});
