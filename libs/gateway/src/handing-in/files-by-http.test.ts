import 'reflect-metadata';
import { MIB } from '@tributary/kernel';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startApi } from '../http/http-api.fixture.js';
import type { FileExtractor } from './hand-in-file.js';

/** Of the real one, its manners: what it knows, and that it refuses instead of throwing. */
const extractor: FileExtractor = {
  formatOf: ({ name, mediaType }) => (mediaType === 'application/pdf' || name?.endsWith('.pdf') === true ? 'pdf' : undefined),
  extract: ({ bytes }) =>
    Promise.resolve(
      bytes[0] === 0x25
        ? {
            extracted: true,
            format: 'pdf',
            text: 'The heron waits.',
            title: 'Herons',
            authors: ['A', 'B'],
            createdAt: '2020-11-05T10:00:00.000Z',
            modifiedAt: '2021-01-02T03:04:05.000Z',
            sections: [{ kind: 'page', number: 1, label: 'Page 1', line: 1 }],
            metadata: { pages: 2 },
          }
        : { extracted: false, reason: 'no-text', detail: 'It is a picture of text.' },
    ),
};

let api: Awaited<ReturnType<typeof startApi>>;
beforeEach(async () => {
  api = await startApi({ allowGuest: true, extractor });
});
afterEach(() => api.close());

const post = (query: string, body: string | Buffer, headers: Record<string, string> = {}) =>
  fetch(`${api.url}/api/documents?${query}`, { method: 'POST', headers: { 'content-type': 'application/pdf', ...headers }, body });

describe('a file handed in as it is', () => {
  it('becomes one document with its text, title and fields', async () => {
    const response = await post('collection=birds&name=herons.pdf', '%PDF-1.7');
    expect([response.status, await response.json()]).toMatchObject([202, { documents: [{ id: 'herons.pdf', status: 'accepted' }] }]);
    expect(api.operations.documents.list()).toMatchObject([
      {
        collection: 'birds',
        id: 'herons.pdf',
        path: 'herons.pdf',
        title: 'Herons',
        content: 'The heron waits.',
        sections: [{ line: 1, page: 1 }],
        created_at: '2020-11-05T10:00:00.000Z',
        modified_at: '2021-01-02T03:04:05.000Z',
        metadata: { pages: 2, format: 'pdf', author: 'A, B' },
      },
    ]);
  });

  it('is known by its name where the media type says nothing, and takes an id, a title and a version of the caller', async () => {
    await post('collection=birds&name=a.pdf&id=T-1&title=Mine&version=7', '%PDF', { 'content-type': 'application/octet-stream' });
    expect(api.operations.documents.list()).toMatchObject([{ id: 'T-1', title: 'Mine', version: 7 }]);
  });

  it('of more mails than places are kept of gives those beyond neither the subject nor the date of the last one', async () => {
    const moment = '2020-11-05T10:00:00.000Z';
    const sections = Array.from({ length: 10_002 }, (_, at) => ({ kind: 'message', number: 1 + at, label: 'T', line: 1 + at, moment }));
    const text = sections.map(({ label }) => label).join('\n');
    const many = await startApi({
      allowGuest: true,
      extractor: { ...extractor, extract: () => Promise.resolve({ extracted: true, format: 'mbox', text, sections, metadata: {} }) },
    });
    try {
      await fetch(`${many.url}/api/documents?collection=birds&name=a.pdf`, {
        method: 'POST',
        body: '%',
        headers: { 'content-type': 'application/pdf' },
      });
      const [document] = many.operations.documents.list();
      const { length, [length - 1]: last, [length - 2]: before } = document?.sections ?? [];
      expect([before, last]).toEqual([{ line: length - 1, section: 'T', moment }, { line: length }]);
    } finally {
      await many.close();
    }
  });

  it('is refused with the reason where there is no text in it', async () => {
    expect(await (await post('collection=birds&id=scan', 'picture')).json()).toMatchObject({
      documents: [{ id: 'scan', status: 'refused', error: { code: 'DOCUMENT.NO_TEXT', message: 'It is a picture of text.' } }],
    });
  });

  it.each([
    { what: 'of a format that is not extracted', query: 'collection=birds&id=a', type: 'image/png', code: 'DOCUMENT.MEDIA_TYPE' },
    {
      what: 'of a format that is not extracted, also where nothing else is said',
      query: '',
      type: 'image/png',
      code: 'DOCUMENT.MEDIA_TYPE',
    },
    { what: 'without a collection', query: 'id=a', code: 'REQUEST.INVALID' },
    { what: 'without a name and an id', query: 'collection=birds', code: 'REQUEST.INVALID' },
  ])('is refused $what', async ({ query, type, code }) => {
    const response = await post(query, '%PDF', type === undefined ? {} : { 'content-type': type });
    expect([response.status, await response.json()]).toMatchObject([400, { code }]);
  });

  it('is read up to 64 MB', async () => {
    const response = await post('collection=birds&id=a', Buffer.alloc(65 * MIB));
    expect([response.status, await response.json()]).toMatchObject([413, { code: 'REQUEST.TOO_LARGE' }]);
  });

  it('is taken once for an idempotency key, which another file may not use', async () => {
    const key = { 'idempotency-key': 'k' };
    const first = await (await post('collection=birds&id=a', '%PDF', key)).json();
    const again = await post('collection=birds&id=a', '%PDF', key);
    expect([again.headers.get('idempotency-replayed'), await again.json()]).toEqual(['true', first]);
    expect(await (await post('collection=birds&id=a', '%PDF other', key)).json()).toMatchObject({ code: 'IDEMPOTENCY.MISMATCH' });
  });
});
