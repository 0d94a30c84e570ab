import type { CollectionSummary, JobSummary, SourceSummary, StatusAnswer } from '@tributary/contracts';
import type { MemoryDocuments } from './memory-documents.js';

export function summariseMemory(documents: MemoryDocuments): readonly CollectionSummary[] {
  const counts = new Map<string, number>(documents.collections().map((name) => [name, 0]));
  for (const { collection } of documents.list()) counts.set(collection, (counts.get(collection) ?? 0) + 1);
  return [...counts].map(([name, n]) => ({
    name,
    engine: 'memory',
    description: `Texts of ${name}`,
    description_generated: false,
    model: { name: 'none', dimension: 1 },
    documents: n,
    chunks: n,
    status: 'ready' as const,
    created_at: '2026-01-01T00:00:00.000Z',
  }));
}

export function memoryStatus(
  documents: MemoryDocuments,
  { sources, jobs }: { sources: readonly SourceSummary[]; jobs: readonly JobSummary[] },
): StatusAnswer {
  const count = (state: JobSummary['state']) => jobs.filter((job) => job.state === state).length;
  return {
    version: '0.0.0',
    mode: 'standalone',
    durable: 'none',
    durable_writes: 'none',
    queues: [{ queue: 'sync-source', waiting: count('waiting'), delayed: 0, active: count('active'), dead: count('dead'), oldest_ms: 0 }],
    sources: [...sources],
    collections: [...summariseMemory(documents)],
    engines: [{ name: 'memory', kind: 'memory', status: 'up' }],
    embedders: [],
    rerankers: [],
  };
}
