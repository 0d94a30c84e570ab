import { Catalog, Engines, physicalName, writablePlaces, type Engine, type Place } from '@tributary/engines-port';
import { MemoryEngine, sampleCard, sampleDocument } from '@tributary/engines-port/memory';
import { retryable } from '@tributary/kernel';
import { beforeEach, expect, it } from 'vitest';
import { writeToPlaces } from './write-to-places.js';

let main: MemoryEngine;
let other: MemoryEngine;
let engines: Engines;
let catalog: Catalog;
beforeEach(async () => {
  main = new MemoryEngine({ name: 'main' });
  other = new MemoryEngine({ name: 'other' });
  engines = new Engines(main, [other]);
  catalog = new Catalog(main.records);
  const card = sampleCard(8);
  await main.createCollection(physicalName('notes', 1), card);
  await other.createCollection(physicalName('notes', 2), card);
  await catalog.collections.change('notes', () => ({ set: { name: 'notes', engine: 'main', card, generation: 1 } }));
});

async function build(): Promise<void> {
  await catalog.collections.change('notes', (present) =>
    present === undefined ? { keep: true } : { set: { ...present, building: [2], places: [{ generation: 2, engine: 'other' }] } },
  );
}

async function places(): Promise<readonly Place[]> {
  const record = await catalog.collections.get('notes');
  return record === undefined ? [] : writablePlaces(record);
}

async function write(to: readonly Place[], act: (place: Place, engine: Engine) => Promise<unknown> = put): Promise<void> {
  await writeToPlaces({ engines, collections: catalog.collections }, { collection: 'notes', places: to }, act);
}

function put({ name }: Place, engine: Engine): Promise<unknown> {
  return engine.writeDocument({ ...sampleDocument({ collection: 'notes', key: 'a', chunks: ['Text.'] }), collection: name });
}

function counts(): Promise<readonly number[]> {
  return Promise.all([main.count(physicalName('notes', 1)), other.count(physicalName('notes', 2))]);
}

it('writes to the generation that answers and to the one being built, each on its engine', async () => {
  await build();
  await write(await places());
  expect(await counts()).toEqual([1, 1]);
});

it('is not held up by an engine that is away: its generation is behind, and left out until it is compared', async () => {
  await build();
  const tried: string[] = [];
  const away = (place: Place, engine: Engine) => {
    tried.push(place.name);
    return place.answers ? put(place, engine) : Promise.reject(retryable('ENGINE.UNAVAILABLE', 'away'));
  };
  await write(await places(), away);
  expect((await places()).map(({ behind }) => behind)).toEqual([false, true]);
  await write(await places(), away);
  expect(tried).toEqual(['notes__g1', 'notes__g2', 'notes__g1']);
});

it('fails when the engine that answers is away, and marks nothing', async () => {
  await build();
  await expect(write(await places(), () => Promise.reject(retryable('ENGINE.UNAVAILABLE', 'away')))).rejects.toMatchObject({
    code: 'ENGINE.UNAVAILABLE',
  });
  expect((await places()).map(({ behind }) => behind)).toEqual([false, false]);
});

it('is asked to write again when a generation was added meanwhile', async () => {
  const before = await places();
  const late = async (place: Place, engine: Engine) => {
    await put(place, engine);
    await build();
  };
  await expect(write(before, late)).rejects.toMatchObject({ code: 'COLLECTION.MOVED', retryable: true });
  await write(await places());
  expect(await counts()).toEqual([1, 1]);
});

it('is asked to write again when a generation that was left out is to be written to again', async () => {
  await build();
  await write(await places(), (place) => (place.answers ? Promise.resolve() : Promise.reject(retryable('ENGINE.UNAVAILABLE', 'away'))));
  const behind = await places();
  await expect(write(behind, build)).rejects.toMatchObject({ code: 'COLLECTION.MOVED' });
});

it('is content when the generation it wrote to answers by now', async () => {
  await build();
  await write(await places(), async (place, engine) => {
    await put(place, engine);
    await catalog.collections.change('notes', (present) => {
      if (present === undefined) return { keep: true };
      const { places: _moved, ...rest } = present;
      return { set: { ...rest, engine: 'other', generation: 2, building: [] } };
    });
  });
  expect(await counts()).toEqual([1, 1]);
});

it('never writes to a collection that another program made', async () => {
  await catalog.collections.change('notes', (present) =>
    present === undefined ? { keep: true } : { set: { ...present, adopted: 'docs' } },
  );
  await expect(write(await places())).rejects.toMatchObject({ code: 'COLLECTION.ADOPTED', retryable: false });
  expect(await counts()).toEqual([0, 0]);
});
