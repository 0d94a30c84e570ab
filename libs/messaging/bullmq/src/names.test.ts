import { allQueues, ingestDocumentQueue, searchQueue } from '@tributary/contracts';
import { expect, it } from 'vitest';
import { bullmqPrefix, cancelChannel, queueKey, queueNamesKey, replyChannel, wakeChannel } from './connection/keys.js';
import { DEFAULT_PREFIX } from './options.js';

// Outside producers and operators rely on these: change them with a migration and a note, never in passing.
it('names the queues', () => {
  expect(allQueues.map(({ name, kind }) => `${kind} ${name}`)).toEqual([
    'request search',
    'request embed-query',
    'work sync-source',
    'work sync-local',
    'work sync-web',
    'work ingest-document',
    'work read-local',
    'work read-web',
    'work embed-chunks',
    'work maintenance',
  ]);
});

it('names the keys in Redis', () => {
  expect(bullmqPrefix(DEFAULT_PREFIX, ingestDocumentQueue.name)).toBe('{tributary:ingest-document}');
  expect(queueKey(DEFAULT_PREFIX, ingestDocumentQueue.name, 'wait')).toBe('{tributary:ingest-document}:ingest-document:wait');
  expect(queueKey(DEFAULT_PREFIX, searchQueue.name, 'consumers')).toBe('{tributary:search}:search:consumers');
  expect(queueNamesKey(DEFAULT_PREFIX)).toBe('tributary:queues');
  expect(replyChannel(DEFAULT_PREFIX, 'abc')).toBe('tributary:reply:abc');
  expect(wakeChannel(DEFAULT_PREFIX, 'abc')).toBe('tributary:wake:abc');
  expect(cancelChannel(DEFAULT_PREFIX)).toBe('tributary:cancel');
});
