import { SearchRequest, localOwner, type Coverage } from '@tributary/contracts';
import { MemoryOperations } from '@tributary/testing';
import { expect, it } from 'vitest';
import { Terminal } from '../../terminal/terminal.js';
import { searchWhenRead } from './search-when-read.js';

/** Reads one collection less with every search. */
class ReadingOperations extends MemoryOperations {
  #left: readonly string[];

  constructor(collections: readonly string[]) {
    super();
    this.#left = collections;
  }

  override async search(...call: Parameters<MemoryOperations['search']>) {
    const answer = await super.search(...call);
    const coverage = this.#left.map((collection): Coverage => ({
      collection,
      engine: 'main',
      status: 'timed_out',
      code: 'SEARCH.READING',
      ms: 1,
      candidates: 0,
      lanes: {},
    }));
    this.#left = this.#left.slice(1);
    return { ...answer, coverage };
  }
}

async function searched(...collections: readonly string[]) {
  const remarks: string[] = [];
  const output = { write: (text: string) => remarks.push(text) };
  const terminal = new Terminal({ stdin: process.stdin, stdout: output, stderr: output, env: {} });
  const call = { principal: localOwner, signal: new AbortController().signal };
  const operations = new ReadingOperations(collections);
  const { coverage } = await searchWhenRead({ operations }, SearchRequest.parse({ query: 'lease' }), { call, terminal });
  return { coverage, remarks };
}

it('asks again until every collection is read, and says once why it takes a while', async () => {
  const { coverage, remarks } = await searched('notes', 'code');
  expect(coverage).toEqual([]);
  expect(remarks).toEqual(['Reading notes, code into memory; a server ("tributary start") keeps that for the next search.\n']);
});

it('names no more collections than can be read at a glance', async () => {
  const { remarks } = await searched('a', 'b', 'c', 'd', 'e', 'f');
  expect(remarks.join('')).toContain('Reading a, b, c, d and 2 more into memory');
  expect((await searched('a', 'b', 'c', 'd', 'e')).remarks.join('')).toContain('Reading a, b, c, d, e into memory');
});

it('asks once where all of them are', async () => {
  expect(await searched()).toEqual({ coverage: [], remarks: [] });
});
