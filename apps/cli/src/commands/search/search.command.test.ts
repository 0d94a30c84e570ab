import { SearchRequest, localOwner, type Coverage } from '@tributary/contracts';
import { MemoryOperations } from '@tributary/testing';
import { expect, it } from 'vitest';
import type { CommandContext } from '../../program/command-context.js';
import { createProgram } from '../../program/create-program.js';
import { Terminal } from '../../terminal/terminal.js';

/** Still reads a collection when it is asked for the first time. */
class RecordingOperations extends MemoryOperations {
  readonly asked: SearchRequest[] = [];

  override async search(...call: Parameters<MemoryOperations['search']>) {
    const reading: Coverage = {
      collection: 'c',
      engine: 'e',
      status: 'timed_out',
      code: 'SEARCH.READING',
      ms: 1,
      candidates: 0,
      lanes: {},
    };
    const coverage = this.asked.length === 0 ? [reading] : [];
    this.asked.push(call[0]);
    return { ...(await super.search(...call)), coverage };
  }
}

/** What the operations are asked for by `tributary search lease …`. */
async function allAskedBy(...options: readonly string[]): Promise<readonly SearchRequest[]> {
  const operations = new RecordingOperations();
  const nowhere = { write: () => undefined };
  const terminal = new Terminal({ stdin: process.stdin, stdout: nowhere, stderr: nowhere, env: {} });
  const withOperations: CommandContext['withData'] = (use) =>
    use({ operations, place: 'in /data', sharesFiles: true, keepsCursors: true, close: () => Promise.resolve() });
  const args = ['search', 'lease', ...options];
  const program = createProgram({
    env: {},
    args,
    run: (work) =>
      work({
        terminal,
        options: {},
        connection: { env: {} },
        call: { principal: localOwner, signal: new AbortController().signal },
        withConnection: withOperations,
        withData: withOperations,
      }),
    writeOut: () => undefined,
    writeErr: () => undefined,
  });
  await program.parseAsync(args, { from: 'user' });
  return operations.asked;
}

async function askedBy(...options: readonly string[]): Promise<SearchRequest | undefined> {
  return (await allAskedBy(...options))[0];
}

it('leaves what is not named to the server', async () => {
  expect(await askedBy()).toEqual(SearchRequest.parse({ query: 'lease' }));
});

it.each([
  [['--rerank'], { rerank: true }],
  [['--no-rerank'], { rerank: false }],
  [['--weights', 'keyword=2,semantic=0.5'], { weights: { keyword: 2, semantic: 0.5 } }],
  [['--diversity', '0.3'], { diversity: 0.3 }],
  [['--per-document', '5'], { per_document: 5 }],
  [['--budget', '800'], { token_budget: 800 }],
  [['--max-collections', '4'], { max_collections: 4 }],
  [['--prefer', 'wiki,notes', '--prefer-by', 'hard'], { priorities: { order: ['wiki', 'notes'], strategy: 'hard' } }],
  [['--no-collapse'], { collapse: false }],
])('passes %j on', async (options, fields) => {
  expect(await askedBy(...options)).toMatchObject(fields);
});

it.each([
  [[], 2],
  [['--deadline', '500'], 1],
  [['--why-not', 'tributary://notes/nothing'], 2],
])('waits for what is being read unless a deadline is named: %j', async (options, asked) => {
  expect(await allAskedBy(...options)).toHaveLength(asked);
});
