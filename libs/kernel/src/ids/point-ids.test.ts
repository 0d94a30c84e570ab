import { describe, expect, it } from 'vitest';
import { chunkOriginalId, md5Uuid } from './hash-ids.js';
import { placeOfChunk, placeOfPoint } from './point-ids.js';

describe('the place of a point', () => {
  it('keeps a UUID, and makes one of any other text', () => {
    const uuid = '6F9619FF-8B86-D011-B42D-00CF4FC964FF';
    expect(placeOfPoint('notes', uuid)).toEqual({ document: uuid.toLowerCase(), pointId: uuid.toLowerCase(), isDerived: false });
    const id = 'qdrant_ecosystem:new_docs:optimization.md:chunk:0';
    const pointId = 'a6fb06bb-40f6-8e21-d10f-e03bdcb0c526';
    expect(placeOfPoint('qdrant_ecosystem', id)).toEqual({ document: id, pointId, isDerived: false });
  });

  it('takes the id of a first passage for its document, and that of a later one for a document of its own', () => {
    const first = 'notes:a/b.md:chunk:0';
    expect(placeOfPoint('notes', first)).toEqual({ document: 'a/b.md', pointId: md5Uuid(first), isDerived: true });
    const later = placeOfPoint('notes', 'notes:a/b.md:chunk:2');
    expect(later).toMatchObject({ document: 'notes:a/b.md:chunk:2', isDerived: true });
    expect(later.pointId).not.toBe(md5Uuid('notes:a/b.md:chunk:2'));
  });

  it('reads the id of a passage as it is written', () => {
    const key = 'a%3Ab:c';
    expect(placeOfChunk(chunkOriginalId({ collection: 'notes', key: 'a%3Ab', chunk: 7 }), 'notes')).toEqual({ key: 'a%3Ab', chunk: 7 });
    for (const id of ['notes:a', 'wiki:a:chunk:1', `notes:${key}:chunk:0`, 'notes::chunk:0', 'notes:%ff:chunk:0'])
      expect(placeOfChunk(id, 'notes')).toBeUndefined();
  });
});
