import { setImmediate as nextTurn } from 'node:timers/promises';
import { SearchRequest, localOwner, type CallContext, type SearchAnswer } from '@tributary/contracts';
import { silentLogger } from '@tributary/platform';
import { MemoryOperations, eventually, temporaryFolder } from '@tributary/testing';
import { expect, it } from 'vitest';
import { takeFromStandIn } from '../data-folder/hand-over.js';
import { Ownership } from '../data-folder/ownership.js';
import { writeServerFile } from '../data-folder/server-file.js';
import { CONTRACT, VERSION } from '../version.js';
import { DataFolderSession, type OwnServer } from './data-folder-session.js';

const URL_OF_STAND_IN = 'http://127.0.0.1:9';
const ANSWER: SearchAnswer = { hits: [], coverage: [], notes: ['from the stand-in'], took_ms: 1 };
const context = (): CallContext => ({ principal: localOwner, signal: AbortSignal.timeout(20_000) });

/** Answers a search when it is told to. */
class SlowOperations extends MemoryOperations {
  readonly #asked = Promise.withResolvers<undefined>();
  readonly #answer = Promise.withResolvers<SearchAnswer>();
  readonly asked: Promise<undefined> = this.#asked.promise;

  override search(): Promise<SearchAnswer> {
    this.#asked.resolve(undefined);
    return this.#answer.promise;
  }

  answer(): void {
    this.#answer.resolve(ANSWER);
  }
}

it('answers what is under way before it gives the folder away', async () => {
  await using folder = await temporaryFolder();
  const operations = new SlowOperations();
  const log: string[] = [];
  const startServer = async (ownership: Ownership): Promise<OwnServer> => {
    await writeServerFile(folder.path, { url: URL_OF_STAND_IN, token: 'x', version: VERSION, contract: CONTRACT, stand_in: true });
    const close = () => {
      log.push('closed');
      ownership.release();
      return Promise.resolve();
    };
    return { url: URL_OF_STAND_IN, operations, close };
  };
  const session = await DataFolderSession.open({ folder: folder.path, logger: silentLogger, startServer });
  const searching = session.operations
    .search(SearchRequest.parse({ query: 'harbour' }), context())
    .then(({ notes }) => log.push(notes.join()));
  await operations.asked;
  const taking = takeFromStandIn(folder.path, () => Ownership.tryAcquire(folder.path));
  // The session has seen the wish: what is asked from now on waits for the next server.
  await eventually(() => isPending(session.url()));
  expect(log).toEqual([]);
  operations.answer();
  await searching;
  const ownership = await taking;
  expect(log).toEqual(['from the stand-in', 'closed']);
  ownership?.release();
  await session.close();
});

async function isPending(promise: Promise<unknown>): Promise<boolean> {
  return (await Promise.race([promise, nextTurn('pending')])) === 'pending';
}
