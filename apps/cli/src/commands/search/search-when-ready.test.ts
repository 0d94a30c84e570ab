import { SearchRequest, localOwner, type Coverage } from '@tributary/contracts';
import { MemoryOperations } from '@tributary/testing';
import { expect, it } from 'vitest';
import { Terminal } from '../../terminal/terminal.js';
import { searchWhenReady } from './search-when-ready.js';

/** Becomes ready with one collection more by every search. */
class StartingOperations extends MemoryOperations {
  readonly #code: string;
  #left: readonly string[];

  constructor(code: string, collections: readonly string[]) {
    super();
    this.#code = code;
    this.#left = collections;
  }

  override async search(...call: Parameters<MemoryOperations['search']>) {
    const answer = await super.search(...call);
    const coverage = this.#left.map((collection): Coverage => ({
      collection,
      engine: 'main',
      status: 'timed_out',
      code: this.#code,
      ms: 1,
      candidates: 0,
      lanes: {},
    }));
    this.#left = this.#left.slice(1);
    return { ...answer, coverage };
  }
}

async function searched(code: string, collections: readonly string[], keepsCursors = false) {
  const remarks: string[] = [];
  const output = { write: (text: string) => remarks.push(text) };
  const terminal = new Terminal({ stdin: process.stdin, stdout: output, stderr: output, env: {} });
  const call = { principal: localOwner, signal: new AbortController().signal };
  const connection = { operations: new StartingOperations(code, collections), keepsCursors };
  const { coverage } = await searchWhenReady(connection, SearchRequest.parse({ query: 'lease' }), { call, terminal });
  return { late: coverage.map(({ collection }) => collection), remarks: remarks.join('') };
}

const KEEPS = 'a server ("tributary start") keeps that for the next search.\n';

it.each([[false], [true]])(
  'asks again until every collection is read, and says once why it takes a while (a server: %j)',
  async (keepsCursors) => {
    const remarks = `Reading notes, code into memory; ${KEEPS}`;
    expect(await searched('SEARCH.READING', ['notes', 'code'], keepsCursors)).toEqual({ late: [], remarks });
  },
);

it('asks again while models and engines start with the command, not where they are those of a server', async () => {
  expect(await searched('SEARCH.LATE', ['notes', 'code'])).toEqual({ late: [], remarks: `Starting what notes, code needs; ${KEEPS}` });
  expect(await searched('SEARCH.LATE', ['notes', 'code'], true)).toEqual({ late: ['notes', 'code'], remarks: '' });
});

it('names no more collections than can be read at a glance', async () => {
  const { remarks } = await searched('SEARCH.READING', ['a', 'b', 'c', 'd', 'e', 'f']);
  expect(remarks).toContain('Reading a, b, c, d and 2 more into memory');
  expect((await searched('SEARCH.READING', ['a', 'b', 'c', 'd', 'e'])).remarks).toContain('Reading a, b, c, d, e into memory');
});

it('asks once where all is ready, or fails for another reason', async () => {
  expect(await searched('SEARCH.READING', [])).toEqual({ late: [], remarks: '' });
  expect(await searched('ENGINE.UNAVAILABLE', ['notes'])).toEqual({ late: ['notes'], remarks: '' });
});
