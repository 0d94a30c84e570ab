import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import type { SourceSummary, StatusAnswer } from '@tributary/contracts';
import { countTokens } from '@tributary/kernel';
import { MemoryOperations } from '@tributary/testing';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { connectInProcess } from '../clients/in-process.fixture.js';

const Seen = z.object({
  sources: z.array(z.object({ id: z.string() })),
  collections: z.array(z.object({ name: z.string(), status: z.string() })),
  omitted: z.object({ sources: z.number(), collections: z.number() }).optional(),
});

/** Operations whose status has parts that a test says. */
class StatusOperations extends MemoryOperations {
  readonly #parts: Partial<StatusAnswer>;

  constructor(parts: Partial<StatusAnswer>) {
    super();
    this.#parts = parts;
  }

  override async status(): Promise<StatusAnswer> {
    return { ...(await super.status()), ...this.#parts };
  }
}

function source(n: number, over: Partial<SourceSummary> = {}): SourceSummary {
  return {
    id: `s${n.toString()}`,
    kind: 'folder',
    name: `folder-${n.toString()}`,
    location: `~/projects/folder-${n.toString()}`,
    collections: [`folder-${n.toString()}-code`, `folder-${n.toString()}-docs`],
    state: 'idle',
    documents: 40,
    pending: 0,
    failed: 0,
    skipped: {},
    created_at: '2026-01-01T00:00:00.000Z',
    ...over,
  };
}

const collection = (n: number): StatusAnswer['collections'][number] => ({
  name: `folder-${n.toString()}-docs`,
  engine: 'memory',
  description: 'What a folder holds.',
  description_generated: false,
  model: { name: 'none', dimension: 1 },
  documents: 1,
  chunks: 1,
  status: 'ready',
  created_at: '2026-01-01T00:00:00.000Z',
});

async function status(parts: Partial<StatusAnswer>) {
  const client = await connectInProcess(new StatusOperations(parts), { maxAnswerTokens: 20_000 });
  const result = await client.callTool({ name: 'status', arguments: {} });
  const { content, structuredContent } = CallToolResultSchema.parse(result);
  const [block] = content;
  const lines = (block?.type === 'text' ? block.text : '').split('\n');
  return { lines, seen: Seen.parse(structuredContent), tokens: countTokens(JSON.stringify(result)) };
}

it('counts all sources and collections, and says how many it leaves out, those in trouble as the last', async () => {
  const reason = `The folder is empty. ${'It may be a lost mount. '.repeat(12)}To go on: tributary sources confirm s298`;
  const sources = Array.from({ length: 300 }, (_, n) => source(n, n === 298 ? { state: 'stale', reason } : n === 299 ? { failed: 1 } : {}));
  const collections = Array.from({ length: 300 }, (_, n) => ({ ...collection(n), ...(n === 299 ? { status: 'failed' as const } : {}) }));
  const { lines, seen, tokens } = await status({ sources, collections });
  expect(tokens).toBeLessThanOrEqual(20_000);
  expect(seen.sources.slice(0, 3).map(({ id }) => id)).toEqual(['s298', 's299', 's0']);
  expect(seen.collections[0]).toEqual({ name: 'folder-299-docs', status: 'failed' });
  expect(seen.collections.length).toBeGreaterThanOrEqual(20);
  expect(seen.omitted).toEqual({ sources: 300 - seen.sources.length, collections: 300 - seen.collections.length });
  expect(lines).toContain('Sources (300):');
  expect(lines).toContain(
    `And ${(300 - seen.sources.length).toString()} more: those with troubles stand first; "tributary sources" lists all.`,
  );
  expect(lines).toContain('Collections (300):');
  expect(lines).toContain(`And ${(300 - seen.collections.length).toString()} more: search them by name or pattern.`);
  expect(lines.find((line) => line.includes('(s298)'))).toContain('tributary sources confirm s298');
});

it('keeps sources in trouble where thousands of collections fill the answer', async () => {
  const sources = [source(0), source(1, { state: 'failed', reason: 'The engine does not answer.' })];
  const { seen } = await status({ sources, collections: Array.from({ length: 3_000 }, (_, n) => collection(n)) });
  expect(seen.sources.map(({ id }) => id)).toEqual(['s0', 's1']);
});

it('leaves nothing out of a short answer, and keeps its order', async () => {
  const { lines, seen } = await status({ sources: [source(0), source(1, { waits: 'No worker reads folders: start one.' })] });
  expect(seen.sources.map(({ id }) => id)).toEqual(['s0', 's1']);
  expect(seen.omitted).toBeUndefined();
  expect(lines.find((line) => line.includes('(s1)'))).toContain('No worker reads folders: start one.');
});

it('says what is not known, and why', async () => {
  const { lines } = await status({ unavailable: [{ part: 'queues', reason: 'Redis does not answer.' }] });
  expect(lines[1]).toBe('Not known: queues (Redis does not answer.)');
});

it('says why nothing goes on', async () => {
  const { lines } = await status({ standstill: 'No space is left for store.db: free some.' });
  expect(lines[1]).toBe('Standstill: No space is left for store.db: free some.');
});
