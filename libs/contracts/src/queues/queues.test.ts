import { expect, it } from 'vitest';
import { IngestDocument, allQueues, embedChunksQueue, ingestDocumentQueue } from './queues.js';
import { readLocalQueue, readWebQueue, syncSourceQueue } from './source-queues.js';

it('names the queues as deployments know them', () => {
  expect(allQueues.map(({ name }) => name)).toEqual([
    'search',
    'embed-query',
    'sync-source',
    'sync-local',
    'sync-web',
    'ingest-document',
    'read-local',
    'read-web',
    'embed-chunks',
    'maintenance',
  ]);
});

it('reads the smallest document an outside producer may send', () => {
  expect(IngestDocument.parse({ collection: 'notes', id: 'a', content: 'text' })).toEqual({
    v: 1,
    collection: 'notes',
    id: 'a',
    content: 'text',
  });
});

it.each([
  { collection: '.hidden', id: 'a', content: 'x' },
  { collection: 'notes', id: '', content: 'x' },
  { collection: 'notes', id: 'a', content: 'x', version: 2 ** 53 },
  { collection: 'notes', id: 'a', content: 'x', modified_at: 'yesterday' },
])('refuses %j', (document) => {
  expect(IngestDocument.safeParse(document).success).toBe(false);
});

it('makes one job of the same work', () => {
  expect(syncSourceQueue.dedupKey?.({ source_id: 's', confirmed: false })).toBe('s');
  const document = { v: 1 as const, collection: 'notes', id: 'a' };
  expect(ingestDocumentQueue.dedupKey?.({ ...document, version: 3 })).toBe('notes:a:3');
  expect(ingestDocumentQueue.dedupKey?.(document)).toBeUndefined();
  const again = { ...document, version: 3, epoch: 1, source_id: 's' };
  for (const queue of [ingestDocumentQueue, readLocalQueue, readWebQueue]) expect(queue.dedupKey?.(again)).toBe('notes:a:3@1');
  const keyOf = (over: object) => ingestDocumentQueue.dedupKey?.({ ...document, version: 3, content: 'x', ...over });
  expect(keyOf({ trace: 'of a call' })).toBe(keyOf({}));
  expect(new Set([{}, { content: 'y' }, { acl: ['user:ada'] }, { version: 4 }, { content: undefined }].map(keyOf)).size).toBe(5);
  expect(embedChunksQueue.retry).toEqual({ attempts: 5, backoff: { delayMs: 500, factor: 2, jitter: 0.5 }, outlastsOutages: true });
});
