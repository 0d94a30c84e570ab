import { expect, it } from 'vitest';
import { chunkOriginalId, documentId, md5Uuid, sha256Hex } from './hash-ids.js';

it('lays the MD5 of a string id out as a UUID without version bits', () => {
  const id = chunkOriginalId({ collection: 'qdrant_ecosystem', key: 'new_docs:optimization.md', chunk: 0 });
  expect(id).toBe('qdrant_ecosystem:new_docs:optimization.md:chunk:0');
  expect(md5Uuid(id)).toBe('a6fb06bb-40f6-8e21-d10f-e03bdcb0c526');
});

it('gives a document the MD5 of its collection and key', () => {
  expect(documentId('notes', 'a/b.md')).toBe(md5Uuid('notes:a/b.md'));
});

it('hashes text by SHA-256 in hex', () => {
  expect(sha256Hex('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
});
