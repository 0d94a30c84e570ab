import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { ForeignCollections, ForeignPoint } from '../../index.js';
import { foreignCard } from '../samples/random-foreign.js';

const IDS = [1, 2, 3].map((n) => `a6fb06bb-40f6-4e21-a10f-${n.toString().padStart(12, '0')}`);

/** Points by id, in collections of other programs. */
export function foreignPoints(make: (collection: string, points: readonly ForeignPoint[]) => Promise<ForeignCollections>): void {
  const pointOf = (id: string, payload: ForeignPoint['payload']): ForeignPoint => ({
    id,
    payload,
    vectors: new Map([['', Float32Array.of(1, 2, 3)]]),
  });
  const points = IDS.map((id, n) => pointOf(id, { text: `text ${n.toString()}`, n }));

  it('are fetched whole, those that are not there left out', async () => {
    const collection = `test-${randomUUID().slice(0, 8)}`;
    const foreign = await make(collection, points);
    const [first = '', , third = ''] = IDS;
    const fetched = await foreign.fetch(collection, [third, 'none', randomUUID(), first, third]);
    const told = fetched.map(({ id, payload, vectors }) => [id, payload['n'], vectors.get('')?.length]);
    expect(told.toSorted()).toEqual([
      [first, 0, 3],
      [third, 2, 3],
    ]);
    expect(await foreign.fetch(collection, [])).toEqual([]);
    await expect(foreign.fetch(`none-${collection}`, [first])).rejects.toMatchObject({ code: 'COLLECTION.NOT_FOUND' });
  });

  it('leave nothing of what stood there when they are written anew', async () => {
    const collection = `test-${randomUUID().slice(0, 8)}`;
    const [id = ''] = IDS;
    const foreign = await make(collection, [
      pointOf(id, { text: 'before', n: 1, owner: 'ann', readers: '["user:ann"]', gone: true }),
      ...points.slice(1),
    ]);
    await foreign.upsert(collection, [pointOf(id, { text: 'after', n: 2 })]);
    expect((await foreign.fetch(collection, [id])).map(({ payload }) => payload)).toEqual([{ text: 'after', n: 2 }]);
    const reader = foreign.open(collection, foreignCard({ text: 'text', metadata: '', user_id: 'owner', acl: 'readers' }));
    expect(await reader.count({ must: [{ key: 'gone', match: { value: true } }] })).toBe(0);
    expect(await reader.count({ must: [{ is_empty: { key: 'user_id' } }] })).toBe(IDS.length);
    await foreign.upsert(collection, [pointOf(id, {})]);
    expect((await foreign.fetch(collection, [id])).map(({ payload }) => payload)).toEqual([{}]);
  });
}
