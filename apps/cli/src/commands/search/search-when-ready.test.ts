import { SearchRequest, localOwner, type Coverage, type RerankedHead } from '@tributary/contracts';
import { MemoryOperations } from '@tributary/testing';
import { expect, it } from 'vitest';
import { Terminal } from '../../terminal/terminal.js';
import { searchWhenReady } from './search-when-ready.js';

/** Becomes ready with one collection more by every search, and with its reranker by the first one. */
class StartingOperations extends MemoryOperations {
  asked = 0;
  readonly #code: string;
  readonly #reranked: RerankedHead | undefined;
  #left: readonly string[];

  constructor(code: string, collections: readonly string[], reranked: RerankedHead | undefined) {
    super();
    this.#code = code;
    this.#left = collections;
    this.#reranked = reranked;
  }

  override async search(...call: Parameters<MemoryOperations['search']>) {
    const answer = await super.search(...call);
    const status = this.#code === 'ENGINE.UNAVAILABLE' ? 'failed' : 'timed_out';
    const coverage = this.#left.map((collection): Coverage => ({
      collection,
      engine: 'main',
      status,
      code: this.#code,
      ms: 1,
      candidates: 0,
      lanes: { semantic: { status, code: this.#code, candidates: 0, ms: 1 } },
    }));
    this.#left = this.#left.slice(1);
    return { ...answer, coverage, ...(this.asked++ === 0 && this.#reranked ? { reranked: this.#reranked } : {}) };
  }
}

async function searched(
  code: string,
  collections: readonly string[],
  { keepsCursors = false, reranked }: { readonly keepsCursors?: boolean; readonly reranked?: RerankedHead } = {},
) {
  const remarks: string[] = [];
  const output = { write: (text: string) => remarks.push(text) };
  const terminal = new Terminal({ stdin: process.stdin, stdout: output, stderr: output, env: {} });
  const call = { principal: localOwner, signal: new AbortController().signal };
  const operations = new StartingOperations(code, collections, reranked);
  const { coverage } = await searchWhenReady({ operations, keepsCursors }, SearchRequest.parse({ query: 'lease' }), { call, terminal });
  return { late: coverage.map(({ collection }) => collection), asked: operations.asked, remarks: remarks.join('') };
}

const KEEPS = 'a server ("tributary start") keeps that for the next search.\n';

it.each([[false], [true]])(
  'asks again until every collection is read, and says once why it takes a while (a server: %j)',
  async (keepsCursors) => {
    const remarks = `Reading notes, code into memory; ${KEEPS}`;
    expect(await searched('SEARCH.READING', ['notes', 'code'], { keepsCursors })).toMatchObject({ late: [], asked: 3, remarks });
  },
);

it.each([['SEARCH.LATE'], ['REQUEST.TIMEOUT']])(
  'asks again while models and engines start with the command, not where they are those of a server (%s)',
  async (code) => {
    expect(await searched(code, ['notes', 'code'])).toMatchObject({
      late: [],
      asked: 3,
      remarks: `Starting what notes, code needs; ${KEEPS}`,
    });
    expect(await searched(code, ['notes', 'code'], { keepsCursors: true })).toMatchObject({
      late: ['notes', 'code'],
      asked: 1,
      remarks: '',
    });
  },
);

it('asks again for a reranker that scored nothing because it starts with the command', async () => {
  const reranked = { by: 'minilm', documents: 2, scored: 0, code: 'SEARCH.LATE', reason: 'late' };
  expect(await searched('', [], { reranked })).toMatchObject({ asked: 2, remarks: `Starting what the reranker minilm needs; ${KEEPS}` });
  expect(await searched('', [], { reranked: { ...reranked, code: 'RERANKER.CIRCUIT_OPEN' } })).toMatchObject({ asked: 2 });
  expect(await searched('', [], { reranked: { ...reranked, code: 'RERANKER.NOT_CONFIGURED' } })).toMatchObject({ asked: 1 });
  expect(await searched('', [], { reranked, keepsCursors: true })).toMatchObject({ asked: 1 });
});

it('names no more collections than can be read at a glance', async () => {
  const { remarks } = await searched('SEARCH.READING', ['a', 'b', 'c', 'd', 'e', 'f']);
  expect(remarks).toContain('Reading a, b, c, d and 2 more into memory');
  expect((await searched('SEARCH.READING', ['a', 'b', 'c', 'd', 'e'])).remarks).toContain('Reading a, b, c, d, e into memory');
});

it('asks once where all is ready, or fails for another reason', async () => {
  expect(await searched('SEARCH.READING', [])).toEqual({ late: [], asked: 1, remarks: '' });
  expect(await searched('ENGINE.UNAVAILABLE', ['notes'])).toEqual({ late: ['notes'], asked: 1, remarks: '' });
});
