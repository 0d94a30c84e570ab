import { embedChunksQueue, ingestDocumentQueue, readLocalQueue, readWebQueue } from '@tributary/contracts';
import { permanent, retryable } from '@tributary/kernel';
import { describe, expect, it } from 'vitest';
import { lastError } from './failure-notes.js';

const afterFailures = (failures: number, error: Error) => lastError(error, { failures, queue: ingestDocumentQueue });

describe('what is noted of a failed run', () => {
  const { attempts } = ingestDocumentQueue.retry;

  it('is nothing while the job is tried again, and the error of its last run', () => {
    const passing = retryable('SOURCE.FILE_CHANGING', 'It is being written.');
    expect(afterFailures(attempts - 2, passing)).toBeUndefined();
    expect(afterFailures(attempts - 1, passing)).toEqual({ code: 'SOURCE.FILE_CHANGING', message: 'It is being written.' });
  });

  it.each([ingestDocumentQueue, readLocalQueue, readWebQueue, embedChunksQueue])(
    'is nothing for $name however long a server is away',
    (queue) => {
      const away = retryable('EMBEDDER.UNAVAILABLE', 'Nothing listens there.', { untaken: true });
      expect(lastError(away, { failures: 10_000, queue })).toBeUndefined();
      const broken = retryable('EMBEDDER.UNAVAILABLE', 'It failed with 500.');
      expect(lastError(broken, { failures: 10_000, queue })).toMatchObject({ code: 'EMBEDDER.UNAVAILABLE' });
    },
  );

  it('is an error that does not pass at once, and a full queue never', () => {
    expect(afterFailures(0, permanent('SOURCE.NOT_FOUND', 'Gone.'))).toMatchObject({ code: 'SOURCE.NOT_FOUND' });
    expect(afterFailures(attempts, retryable('QUEUE.BACKPRESSURE', 'Full.'))).toBeUndefined();
  });
});
