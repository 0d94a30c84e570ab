import { SearchRequest, localOwner, type SearchAnswer } from '@tributary/contracts';
import { retryable } from '@tributary/kernel';
import { describe, expect, it } from 'vitest';
import { searchFilled } from './filled-search.js';
import { connectDialects } from './projects/project-world.fixture.js';
import { ScriptedSearch, hit, hits, searched } from './qdrant/qdrant-client.fixture.js';

const REQUEST = SearchRequest.parse({ query: 'ferry' });
const FIRST: SearchAnswer = { hits: [{ ...hit(1), more: 4 }, hit(2)], coverage: [], notes: [], took_ms: 1 };

const refused = retryable('LIMIT.SEARCHES', 'The token has asked for more searches than it may: ask again in a moment.');

/** A search whose second answer is this one, with room for ten hits; what is logged goes to `lines`. */
function filling(second: () => SearchAnswer, { signal = new AbortController().signal, lines = [] as string[] } = {}) {
  const searches = [() => FIRST, second];
  return searchFilled(REQUEST, {
    search: () => Promise.resolve().then(searches.shift() ?? second),
    room: () => 10,
    call: {
      context: { principal: localOwner, signal },
      log: (message, fields) => lines.push(`${message} ${JSON.stringify(fields)}`),
    },
  });
}

describe('a search that leaves room', () => {
  it('answers what is found the second time where that is more', async () => {
    expect((await filling(() => ({ ...FIRST, hits: hits(6) }))).hits).toHaveLength(6);
    expect(await filling(() => ({ ...FIRST, hits: [] }))).toEqual(FIRST);
  });

  it('keeps what it has where it is refused the second time, and says that more is left out', async () => {
    const lines: string[] = [];
    const answer = await filling(
      () => {
        throw refused;
      },
      { lines },
    );
    expect(answer).toEqual({
      ...FIRST,
      unfilled:
        'More hits of the same documents are left out, as the search for them failed: The token has asked for more searches than it may: ask again in a moment.',
    });
    expect(lines).toEqual(['a search for more hits of the same documents failed {"code":"LIMIT.SEARCHES"}']);
  });

  it('tells nobody but the log of a surprise', async () => {
    const { hits: found, unfilled } = await filling(() => {
      throw new Error('SQLITE_BUSY at row 7');
    });
    expect(found).toEqual(FIRST.hits);
    expect(unfilled).toBe('More hits of the same documents are left out, as the search for them failed.');
  });

  it('ends with the call that it is for', async () => {
    const ending = new AbortController();
    const search = filling(
      () => {
        ending.abort();
        throw refused;
      },
      { signal: ending.signal },
    );
    await expect(search).rejects.toBe(refused);
  });
});

/** A mailbox of four mails, each with five passages that were found, and two documents of five: as a search answers that shows so many of each mail and document. */
function mailbox({ per_document: bound }: SearchRequest): SearchAnswer {
  const places = [
    ...Array.from({ length: 4 }, (_, mail) => ['box.mbox', mail * 5] as const),
    ['tides.md', 0] as const,
    ['ropes.md', 0] as const,
  ];
  const found = places.flatMap(([document, from]) =>
    Array.from({ length: Math.min(bound, 5) }, (_, n) => ({
      ...hit(n),
      uri: `tributary://notes/${document}#${(from + n).toString()}`,
      ...(n === 0 && bound < 5 ? { more: 5 - bound } : {}),
    })),
  );
  return { ...FIRST, hits: found };
}

it.each([
  [12, [2], 12],
  [14, [2, 3], 18],
  [18, [2, 3], 18],
  [19, [2, 4], 24],
  [50, [2, 5], 30],
])('takes for a room of %i no more hits of each mail than fill it', async (room, bounds, count) => {
  const asked: number[] = [];
  const search = (request: SearchRequest) => {
    asked.push(request.per_document);
    return Promise.resolve(mailbox(request));
  };
  const call = { context: { principal: localOwner, signal: new AbortController().signal } };
  const { hits: found } = await searchFilled(REQUEST, { search, room: () => room, call });
  expect(asked).toEqual(bounds);
  expect(found).toHaveLength(count);
});

/** Lets a caller search once. */
class SearchOnce extends ScriptedSearch {
  override search(request: SearchRequest): Promise<SearchAnswer> {
    return this.requests.length > 0 ? Promise.reject(refused) : super.search(request);
  }
}

it.each([
  ['qdrant', 'qdrant-find'],
  ['qdrant-multi', 'search_collections'],
])('%s: %s that is let search once answers what it found, and says that there is more', async (dialect, tool) => {
  const { client } = await connectDialects(new SearchOnce({ ...FIRST, coverage: [searched('notes')] }), dialect);
  const { isError = false, content } = await client.callTool({ name: tool, arguments: { query: 'ferry', collections: ['*'] } });
  expect(isError).toBe(false);
  const text = JSON.stringify(content);
  for (const part of ['Text 1', 'Text 2', 'More hits of the same documents are left out']) expect(text).toContain(part);
});
