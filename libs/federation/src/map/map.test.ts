import { Card, MapInput, PlaceInput, localOwner, type CollectionMap, type Principal } from '@tributary/contracts';
import { describe, expect, it } from 'vitest';
import { Testbed, reader, type TestDocument } from '../testbed/testbed.fixture.js';
import { ReadMap } from './read-map.use-case.js';

const BOILERS = [
  'Boiler pressure and boiler valve.',
  'Pressure of the boiler, valve of the boiler.',
  'A boiler valve for boiler pressure.',
];
const CATS = ['Cats, kittens and tuna.', 'A kitten and a cat eat tuna.', 'Tuna for cats and kittens.'];
const HOUSE: readonly TestDocument[] = [...BOILERS, ...CATS].map((text, at) => ({
  key: `note-${at.toString()}`,
  text,
  title: `Note ${at.toString()}`,
}));

const context = (principal: Principal = localOwner) => ({ principal, signal: AbortSignal.timeout(60_000) });
const mapOf = (maps: ReadMap, over: object = {}, principal?: Principal) =>
  maps.run(MapInput.parse({ collection: 'house', ...over }), context(principal));
const placeOn = (maps: ReadMap, over: object, principal?: Principal) =>
  maps.place(PlaceInput.parse({ collection: 'house', ...over }), context(principal));

/** Coordinates by title. */
function placesOf({ coordinates, scale, documents, document_of }: CollectionMap): Map<string, readonly [number, number]> {
  const bytes = Buffer.from(coordinates, 'base64');
  const along = (point: number, axis: number) => bytes.readInt16LE(point * 4 + axis * 2) * (scale[axis] ?? 0);
  return new Map(document_of.map((document, point) => [documents[document]?.title ?? '', [along(point, 0), along(point, 1)]]));
}
const distance = (a: readonly number[] = [], b: readonly number[] = []) => Math.hypot((a[0] ?? 0) - (b[0] ?? 0), (a[1] ?? 0) - (b[1] ?? 0));

describe('the map of a collection', () => {
  it('puts texts of one subject nearer to each other than to those of another', async () => {
    await using bed = await Testbed.open();
    await bed.collection('house', HOUSE);
    const map = await mapOf(new ReadMap(bed));
    expect(map).toMatchObject({ collection: 'house', model: 'static', total: 6, sampled: false });
    expect(map.ids).toHaveLength(6);
    const places = placesOf(map);
    const at = (n: number) => places.get(`Note ${n.toString()}`);
    expect(distance(at(0), at(1))).toBeLessThan(distance(at(0), at(4)));
    expect(distance(at(3), at(4))).toBeLessThan(distance(at(3), at(1)));
  });

  it('puts a query beside what it is about, by the collection’s own model, and points that are not drawn', async () => {
    await using bed = await Testbed.open();
    await bed.startEmbedder();
    await bed.collection('house', HOUSE, { model: await bed.other.describe() });
    const maps = new ReadMap(bed);
    const all = await mapOf(maps);
    const { ids } = await mapOf(maps, { limit: 2 });
    expect(ids).toHaveLength(2);
    const missing = all.ids.filter((id) => !ids.includes(id));
    const { query, points, notes, version } = await placeOn(maps, { query: 'boiler valve', ids: [...missing, 'never-was'] });
    expect(notes).toEqual([]);
    expect(points.map(({ id }) => id).toSorted()).toEqual(missing.toSorted());
    expect(version).toBe((await mapOf(maps, { limit: 2 })).version);
    expect(query).toHaveLength(24);
    const places = await placeOn(maps, { query: 'the boiler', ids: all.ids });
    const drawn = await mapOf(maps, { limit: 2 });
    const [first] = drawn.ids;
    const [x, y] = [...placesOf(drawn).values()][0] ?? [0, 0];
    expect(distance(places.points.find(({ id }) => id === first)?.at, [x, y])).toBeLessThan(0.001);
  });

  it('draws a part of a larger collection and says so; with components on request', async () => {
    await using bed = await Testbed.open();
    await bed.collection('house', HOUSE);
    const maps = new ReadMap(bed);
    const map = await mapOf(maps, { limit: 4, components: 'true' });
    expect(map).toMatchObject({ total: 6, sampled: true, components: { axes: 24 } });
    expect(Buffer.from(map.components?.values ?? '', 'base64')).toHaveLength(4 * 24);
    expect((await mapOf(maps, { limit: 4 })).components).toBeUndefined();
  });

  it('is made again when a point has changed, and not before', async () => {
    await using bed = await Testbed.open();
    const physical = await bed.collection('house', HOUSE);
    const maps = new ReadMap(bed);
    const [mark, { version }] = [await bed.main.engine.changeMark?.(physical), await mapOf(maps)];
    expect((await mapOf(maps)).version).toBe(version);
    expect(await bed.main.engine.changeMark?.(physical)).toBe(mark);
    await bed.write('house', { key: 'note-0', text: 'The garden wants water.', title: 'Garden' });
    expect((await mapOf(maps)).documents.map(({ title }) => title)).toContain('Garden');
    await bed.remove('house', 'note-0');
    expect((await mapOf(maps)).total).toBe(5);
  });

  it('of an empty collection is empty', async () => {
    await using bed = await Testbed.open();
    await bed.collection('house', []);
    expect(await mapOf(new ReadMap(bed))).toMatchObject({ total: 0, sampled: false, ids: [], coordinates: '' });
  });

  it('says why a query has no place where no model makes such vectors', async () => {
    await using bed = await Testbed.open();
    const texts = [...BOILERS, ...CATS];
    const vectors = await bed.common.embed(texts);
    const points = texts.map((text, at) => ({
      id: `p${at.toString()}`,
      payload: { text },
      vectors: new Map([['dense', vectors[at] ?? new Float32Array(256)]]),
    }));
    const field = { name: 'dense', kind: 'dense' as const, dimension: 256, distance: 'cosine' as const };
    bed.foreign.set('theirs', { name: 'theirs', vectors: [field], metadata: {}, points });
    const model = { ...(await bed.common.describe()), name: 'unknown' };
    const card = Card.parse({
      model,
      analyser: 'none',
      created_at: '2026-01-01T00:00:00Z',
      fields: { text: 'text' },
      vectors: { dense: 'dense' },
    });
    const record = { name: 'house', engine: 'elsewhere', card, generation: 1, adopted: 'theirs' };
    await bed.catalog.collections.change('house', () => ({ set: record }));
    const maps = new ReadMap(bed);
    expect((await mapOf(maps)).ids).toHaveLength(6);
    const { query, points: placed, notes } = await placeOn(maps, { query: 'boiler', ids: ['p1'] });
    expect([query, placed.map(({ id }) => id)]).toEqual([undefined, ['p1']]);
    expect(notes[0]).toContain('No configured model makes its vectors');
  });
});

describe('the map as two users see it', () => {
  const OF_BOB = 'ospreyzalm';
  const ada = reader({ subject: 'ada', user_id: 'ada' });
  const bob = reader({ subject: 'bob', user_id: 'bob' });
  const shared = HOUSE.map((document, at) => ({ ...document, ...(at % 2 === 0 ? { user_id: 'ada' } : {}) }));
  const bobs = CATS.map((text, at) => ({ key: `bob-${at.toString()}`, text: `${text} ${OF_BOB}`, title: OF_BOB, user_id: 'bob' }));

  it('has nothing of the other’s points in it: not an id, not a title, not a count, not a direction [002-39]', async () => {
    await using alone = await Testbed.open();
    await alone.collection('house', shared);
    await using together = await Testbed.open();
    await together.collection('house', [...shared, ...bobs]);
    const maps = new ReadMap(together);
    const ofBob = await mapOf(maps, { components: true }, bob);
    const ofAda = await mapOf(maps, { components: true }, ada);
    expect(ofAda).toEqual(await mapOf(new ReadMap(alone), { components: true }, ada));
    expect(JSON.stringify(ofAda)).not.toContain(OF_BOB);
    expect([ofAda.total, ofBob.total]).toEqual([6, 6]);
    expect(ofBob.documents.filter(({ title }) => title === OF_BOB)).toHaveLength(3);
    const hidden = ofBob.ids.filter((id) => !ofAda.ids.includes(id));
    expect(hidden).toHaveLength(3);
    expect((await placeOn(maps, { ids: hidden }, ada)).points).toEqual([]);
    expect((await placeOn(maps, { ids: hidden }, bob)).points).toHaveLength(3);
  });

  it('does not show a row a moment after it was taken from its reader', async () => {
    await using bed = await Testbed.open();
    await bed.collection('house', HOUSE);
    const maps = new ReadMap(bed);
    expect((await mapOf(maps, {}, ada)).total).toBe(6);
    await bed.write('house', { key: 'note-0', text: BOILERS[0] ?? '', title: 'Note 0', acl: ['user:bob'] });
    expect((await mapOf(maps, {}, ada)).documents.map(({ title }) => title)).not.toContain('Note 0');
  });

  it('is not there for who may not read the collection, in the words of one that never was', async () => {
    await using bed = await Testbed.open();
    await bed.collection('house', HOUSE);
    const guard = reader({ collections: ['garden'] });
    const maps = new ReadMap(bed);
    await expect(mapOf(maps, {}, guard)).rejects.toMatchObject({ code: 'COLLECTION.NOT_FOUND' });
    await expect(placeOn(maps, { query: 'boiler' }, guard)).rejects.toMatchObject({ code: 'COLLECTION.NOT_FOUND' });
  });
});
