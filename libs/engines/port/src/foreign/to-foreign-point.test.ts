import { CardFields } from '@tributary/contracts';
import { sha256Hex } from '@tributary/kernel/ids';
import { describe, expect, it } from 'vitest';
import { foreignPayload } from './foreign-payload.js';
import { requireWritableLayout, toForeignPoint, type TextForForeign } from './to-foreign-point.js';

const vector = Float32Array.of(1, 0);
const text: TextForForeign = {
  id: 'a6fb06bb-40f6-8e21-d10f-e03bdcb0c526',
  originalId: 'notes:a.md:chunk:0',
  content: 'A heron waits.',
  vector,
  title: 'Herons',
  tags: ['birds'],
  created_at: '2026-01-02',
  user_id: 'ada',
  metadata: { stars: 3 },
  others: { lang: 'en', module: undefined },
};

describe('a text written into a collection of another program', () => {
  it('stands where mcp-server-qdrant keeps its own, with original_id in its metadata', () => {
    const fields = CardFields.parse({ text: 'document', metadata: 'metadata' });
    const point = toForeignPoint(text, { fields, vector: 'fast-static' });
    const metadata = { stars: 3, lang: 'en', title: 'Herons', tags: ['birds'], created_at: '2026-01-02', original_id: text.originalId };
    expect(point).toEqual({ id: text.id, payload: { document: text.content, metadata }, vectors: new Map([['fast-static', vector]]) });
  });

  it('is read back as it was given, through the same card', () => {
    const fields = CardFields.parse({
      text: 'page.body',
      metadata: '',
      title: 'page.head',
      tags: 'labels',
      user_id: 'owner',
      created_at: 'at',
      document: 'doc',
    });
    const point = toForeignPoint(text, { fields, vector: '' });
    expect(point.payload).toMatchObject({
      page: { body: text.content, head: 'Herons' },
      owner: 'ada',
      stars: 3,
      original_id: text.originalId,
    });
    const read = foreignPayload(point, 'c', fields);
    expect(read).toMatchObject({
      content: text.content,
      title: 'Herons',
      tags: ['birds'],
      user_id: 'ada',
      created_at: '2026-01-02',
      doc_id: text.originalId,
    });
  });

  it('is the document of a Chroma record', () => {
    const fields = CardFields.parse({ text: '$document', metadata: '' });
    expect(toForeignPoint(text, { fields, vector: '' })).toMatchObject({ document: text.content, payload: { stars: 3 } });
  });

  it('has as its source what it is called, and none where it has no name', () => {
    const fields = CardFields.parse({ text: 'document', metadata: 'metadata', source: 'metadata.source', document: 'metadata.source' });
    const sourceOf = (originalId: string, more: Partial<TextForForeign> = {}) =>
      toForeignPoint({ ...text, originalId, ...more }, { fields, vector: '' }).payload['metadata'];
    const digest = sha256Hex(text.content);
    for (const made of [digest, text.id]) expect(sourceOf(made)).not.toHaveProperty('source');
    expect(sourceOf(digest, { source: 'https://birds.example' })).toMatchObject({ source: 'https://birds.example' });
    expect(sourceOf('T-1843')).toMatchObject({ source: 'T-1843', original_id: 'T-1843' });
    const { title: _title, ...untitled } = text;
    const point = toForeignPoint({ ...untitled, originalId: digest }, { fields, vector: '' });
    expect(foreignPayload(point, 'c', fields)).toMatchObject({ title: '', source: '', doc_id: text.id });
    const apart = CardFields.parse({ ...fields, document: 'metadata.doc_id' });
    const { payload } = toForeignPoint({ ...text, originalId: digest }, { fields: apart, vector: '' });
    expect(payload['metadata']).toMatchObject({ doc_id: digest });
  });

  it('is refused where the text stands inside JSON of its maker', () => {
    expect(() => {
      requireWritableLayout('llama', CardFields.parse({ text: '_node_content.text' }));
    }).toThrow(expect.objectContaining({ code: 'COLLECTION.LAYOUT_READ_ONLY' }));
  });
});
