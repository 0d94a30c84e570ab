import { localOwner, type IngestAnswer, type SourceInput, type SourceSummary } from '@tributary/contracts';
import { MemoryOperations } from '@tributary/testing';
import { expect, it } from 'vitest';
import { ingestTool } from './ingest.tool.js';

/** Operations whose sources end as a test says. */
class EndingOperations extends MemoryOperations {
  readonly #end: Partial<SourceSummary>;
  readonly #finished: boolean;

  constructor(end: Partial<SourceSummary>, finished = true) {
    super();
    this.#end = end;
    this.#finished = finished;
  }

  override async addSource(input: SourceInput): Promise<IngestAnswer> {
    const { source, ...added } = await super.addSource(input);
    return { ...added, finished: this.#finished, source: { ...source, pending: 0, ...this.#end } };
  }
}

async function textOf(end: Partial<SourceSummary>, finished?: boolean): Promise<string> {
  const call = {
    operations: new EndingOperations(end, finished),
    context: { principal: localOwner, signal: new AbortController().signal },
    maxTokens: 5_000,
  };
  const { content } = await ingestTool.call({ location: 'https://manual.example/guide', wait_ms: 1_000 }, call);
  return JSON.stringify(content);
}

it('does not call a page that is not there searchable, and says why it was left out', async () => {
  const text = await textOf({ documents: 0, skipped: { 'http-404': 1 } });
  expect(text).toContain(
    'Nothing to search: https://manual.example/guide in no collection · 0 documents searchable, 1 page skipped (1 http-404)',
  );
});

it('calls a page searchable that another source keeps', async () => {
  const last_sync = {
    added: 0,
    changed: 0,
    deleted: 0,
    unchanged: 1,
    shared: 1,
    skipped: {},
    examples: {},
    is_part: false,
    finished_at: '2026-01-01',
  };
  expect(await textOf({ documents: 0, last_sync })).toContain(
    'Searchable: https://manual.example/guide in no collection · 0 documents searchable, 1 page that another source keeps · source',
  );
});

it.each(['stale', 'failed'] as const)('says of a sync that ends %s that nothing was brought in, and the whole reason', async (state) => {
  const advice = 'Nothing was deleted. To go on: tributary sources confirm s1';
  const text = await textOf({
    documents: 40,
    state,
    reason: `40 of 40 documents are gone. ${'It looks like an empty disk. '.repeat(9)}${advice}`,
  });
  expect(text).toContain('Not brought in: https://manual.example/guide');
  expect(text).toContain('40 documents searchable');
  expect(text).toContain(advice);
});

it('says before the end how the last try went, and what is waited for', async () => {
  const text = await textOf({ state: 'failed', reason: 'The engine does not answer.', waits: 'No worker reads pages: start one.' }, false);
  expect(text).toContain('Being indexed: https://manual.example/guide');
  expect(text).toContain('So far: The engine does not answer.');
  expect(text).toContain('No worker reads pages: start one.');
});

it('says what failed of what was found', async () => {
  expect(await textOf({ documents: 0, failed: 2 })).toContain('Nothing could be indexed: https://manual.example/guide');
  expect(await textOf({ documents: 1, failed: 2 })).toContain('1 document searchable, 2 failed');
});
