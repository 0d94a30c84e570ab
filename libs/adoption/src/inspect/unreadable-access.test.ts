import { StaticEmbeddingProvider } from '@tributary/embedding-static';
import { expect, it } from 'vitest';
import { AdoptionBed, memoryCollection, toolCalled } from '../testbed/adoption-bed.fixture.js';

const model = new StaticEmbeddingProvider();

it('a look says how many rows have an owner or readers that name nobody, and tells nobody of their text', async () => {
  const before = await memoryCollection('docs', toolCalled('a plain script'), model);
  const rights = [{ owner: { id: 'bob' } }, { owner: ['bob', 'eve'] }, { owner: 1234567890123456789n }, { readers: 5 }, { readers: [] }];
  const points = before.points.slice(0, rights.length).map((point, n) => ({ ...point, payload: { ...point.payload, ...rights[n] } }));
  await using bed = new AdoptionBed([{ ...before, points }]);
  const { notes, card } = await bed.inspect.run(bed.other, 'docs', { known: { fields: { user_id: 'owner', acl: 'readers' } } });
  expect(notes.join('\n')).toContain('1 of the 5 points looked at have an owner (owner) that names no user');
  expect(notes.join('\n')).toContain('2 of the 5 points looked at have readers (readers) that name nobody');
  expect(card.description).toBe('Passages of several users');
  const open = await bed.inspect.run(bed.other, 'docs');
  expect(open.notes.join('\n')).not.toContain('names no user');
});
