import { localOwner, type ComponentHealth, type Principal } from '@tributary/contracts';
import { Catalog, Engines, type UnreadableCollection } from '@tributary/engines-port';
import { MemoryEngine } from '@tributary/engines-port/memory';
import { retryable } from '@tributary/kernel';
import { expect, it } from 'vitest';
import { readStatus } from './status.js';
import { CollectionCounts } from './visible-counts.js';

const FULL = 'No space is left for /home/ann/.tributary/store/main/store.db: free some.';
const AWAY = 'Engine team at http://10.0.0.3:6333: the server cannot be reached.';
const JOBS_FULL = 'The jobs file /home/ann/.tributary/jobs.db cannot be written.';
const MODEL_AWAY = 'Ollama at http://10.0.0.9:11434 (model nomic) does not answer.';
const RERANKER_AWAY = 'The reranker at http://10.0.0.8:8080 does not answer.';
const UNLISTED: UnreadableCollection = { name: 'team/*', engine: 'team', status: 'failed', code: 'ENGINE.UNAVAILABLE', reason: AWAY };
const HANGING: UnreadableCollection = { ...UNLISTED, name: 'slow/*', engine: 'slow', status: 'timed_out' };
const KEEPER: Principal = { ...localOwner, unrestricted: false, scopes: ['search:read', 'admin'] };
const READER: Principal = { ...localOwner, unrestricted: false, scopes: ['search:read', 'documents:write'] };

class IllEngine extends MemoryEngine {
  constructor(
    name: string,
    readonly ill: Pick<ComponentHealth, 'status' | 'detail' | 'takes_writes'>,
  ) {
    super({ name });
  }

  override health() {
    return Promise.resolve({ name: this.name, kind: this.kind, ...this.ill });
  }
}

interface Ills {
  readonly refusal?: string;
  /** The primary engine is degraded, and written to all the same. */
  readonly takesWrites?: boolean;
  /** What Redis says to whoever asks it. */
  readonly queuesAway?: string;
  /** What Redis says to whoever writes to it, while it can be read. */
  readonly writesRefused?: string;
  /** What the engine of the catalog says to whoever reads it. */
  readonly catalogAway?: string;
}

function statusFor(principal: Principal, { refusal, takesWrites = false, queuesAway, writesRefused, catalogAway }: Ills = {}) {
  const primary = new IllEngine('main', { status: 'degraded', detail: FULL, ...(takesWrites ? { takes_writes: true } : {}) });
  const team = new IllEngine('team', { status: 'down', detail: AWAY });
  const well = new IllEngine('well', { status: 'up', detail: 'Qdrant 1.17.0' });
  const engines = new Engines(primary, [team, well]);
  const none = () => Promise.resolve([]);
  const unless = <T>(away: string | undefined, answer: T) =>
    away === undefined ? Promise.resolve(answer) : Promise.reject(retryable('QUEUE.UNAVAILABLE', away));
  const sources = () => (catalogAway === undefined ? none() : Promise.reject(retryable('ENGINE.UNAVAILABLE', catalogAway)));
  return readStatus(
    {
      engines,
      catalog: new Catalog(primary.records),
      counts: new CollectionCounts(engines),
      migration: { underWay: none },
      summariseSource: { run: () => Promise.resolve(undefined), all: sources },
      queues: {
        durability: () => unless(writesRefused ?? queuesAway, 'fsync' as const),
        refusal: () => Promise.resolve(refusal === undefined ? undefined : retryable('QUEUE.UNAVAILABLE', refusal)),
        counts: ({ name }) => unless(queuesAway, { queue: name, waiting: 0, delayed: 0, active: 0, dead: 0, oldest_ms: 0 }),
      },
      embedders: { health: () => Promise.resolve([{ name: 'notes', kind: 'ollama', status: 'down', detail: MODEL_AWAY }]) },
      rerankers: { health: () => Promise.resolve([{ name: 'head', kind: 'http', status: 'down', detail: RERANKER_AWAY }]) },
      found: { beside: () => Promise.resolve({ records: [], unreadable: [UNLISTED, HANGING] }) },
      version: '1.2.3',
      mode: 'standalone',
    },
    { principal, signal: new AbortController().signal },
  );
}

it.each([
  ['owner', localOwner],
  ['scope admin', KEEPER],
])('tells the %s what is full, and what is wrong with engines and models', async (_, principal) => {
  const status = await statusFor(principal);
  expect(status.standstill).toBe(FULL);
  expect(status.engines.map(({ detail }) => detail)).toEqual([FULL, AWAY, 'Qdrant 1.17.0']);
  expect([...status.embedders, ...status.rerankers].map(({ detail }) => detail)).toEqual([MODEL_AWAY, RERANKER_AWAY]);
  expect(status.collections.map(({ status_reason }) => status_reason)).toEqual([AWAY, AWAY]);
  expect((await statusFor(principal, { refusal: JOBS_FULL })).standstill).toBe(JOBS_FULL);
  expect((await statusFor(principal, { takesWrites: true })).standstill).toBeUndefined();
});

it('tells others that nothing goes on and which engines and models are ill, and whom to ask, without files and addresses', async () => {
  const status = await statusFor(READER);
  expect(status.engines.map(({ name, status: state }) => `${name} ${state}`)).toEqual(['main degraded', 'team down', 'well up']);
  expect(status.engines[2]?.detail).toBe('Qdrant 1.17.0');
  expect([...status.embedders, ...status.rerankers].map(({ name, status: state }) => `${name} ${state}`)).toEqual([
    'notes down',
    'head down',
  ]);
  expect(status.collections.map(({ name, status: state }) => `${name} ${state}`)).toEqual(['slow/* failed', 'team/* failed']);
  for (const told of [status, await statusFor(READER, { refusal: JOBS_FULL })]) {
    expect(told.standstill).toContain('nothing that was accepted goes on');
    expect(told.standstill).toContain('`tributary status`');
    const text = JSON.stringify(told);
    expect(text).not.toContain('/home/ann');
    expect(text).not.toContain('10.0.0.3');
  }
});

it('tells what it can while Redis or the engine of the catalog is away, and what it cannot tell and why', async () => {
  const [redis, catalog] = ['Redis does not answer (ECONNREFUSED 10.0.0.7:6379).', 'Engine main at http://10.0.0.4:6333 is gone.'];
  const status = await statusFor(localOwner, { queuesAway: redis, catalogAway: catalog });
  expect(status.unavailable).toEqual([
    { part: 'queues', reason: redis },
    { part: 'sources', reason: catalog },
  ]);
  expect([status.durable, status.queues, status.sources]).toEqual(['unknown', [], []]);
  expect(status.engines.map(({ name }) => name)).toEqual(['main', 'team', 'well']);
  expect(status.collections.map(({ name }) => name)).toEqual(['slow/*', 'team/*']);
  const told = JSON.stringify((await statusFor(READER, { queuesAway: redis, catalogAway: catalog })).unavailable);
  expect(told).toContain('`tributary status`');
  expect(told).not.toContain('10.0.0');
});

it('tells what waits also while Redis takes no writes, and why it takes none', async () => {
  const full = 'Redis has no memory left (OOM).';
  const status = await statusFor(localOwner, { writesRefused: full });
  expect(status.unavailable).toEqual([{ part: 'queues', reason: full }]);
  expect(status.durable).toBe('unknown');
  expect(status.queues.map(({ queue }) => queue)).toContain('ingest-document');
});
