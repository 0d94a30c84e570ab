import { describe, expect, it } from 'vitest';
import type { DocumentVerifier, VerifiableDocument } from '@tributary/sources-port';
import { verifiedOnly } from './verification.js';

const IDS = Array.from({ length: 20 }, (_, n) => n.toString());
const describeId = (id: string): VerifiableDocument => ({ collection: 'nextcloud', id, docType: 'note' });

function verifierThat(confirms: (id: string) => boolean, asked: string[][] = []): DocumentVerifier {
  return {
    covers: ({ id }) => id !== 'elsewhere',
    verify: (documents) => {
      asked.push(documents.map(({ id }) => id));
      return Promise.resolve(documents.map(({ id }) => confirms(id)));
    },
  };
}

const run = (verifier: DocumentVerifier | undefined, limit: number, { ids = IDS, signal = new AbortController().signal } = {}) =>
  verifiedOnly(ids, { limit, describe: describeId, verifier, options: { userId: 'ada', signal } });

describe('verification', () => {
  it('takes more candidates until there are enough confirmed ones, and counts the dropped', async () => {
    const asked: string[][] = [];
    const isEven = (id: string) => Number(id) % 2 === 0;
    expect(await run(verifierThat(isEven, asked), 4)).toEqual({ kept: ['0', '2', '4', '6'], dropped: 3 });
    expect(asked.flat()).toEqual(['0', '1', '2', '3', '4', '5', '6']);
  });

  it('keeps what comes from no source that can be asked, and asks nothing about it', async () => {
    const asked: string[][] = [];
    const verifier = verifierThat(() => false, asked);
    expect(await run(verifier, 3, { ids: ['1', 'elsewhere', '2'] })).toEqual({ kept: ['elsewhere'], dropped: 2 });
    expect(asked.flat()).not.toContain('elsewhere');
  });

  it('ends with what is confirmed when the time is over', async () => {
    const ended = new AbortController();
    const verifier = verifierThat((id) => {
      if (id === '1') ended.abort();
      return id === '0';
    });
    expect(await run(verifier, 2, { signal: ended.signal })).toEqual({ kept: ['0'], dropped: 1 });
  });

  it('keeps the first ones where no source is configured', async () => {
    expect(await run(undefined, 2)).toEqual({ kept: ['0', '1'], dropped: 0 });
  });
});
