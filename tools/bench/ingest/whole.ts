// From files to answers: a source is added to a running server, and everything is waited for.
import { rm, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HttpConnection, HttpOperations } from '@tributary/api-client';
import { SourceInput, localOwner, type IngestAnswer, type Operations } from '@tributary/contracts';
import { followSource } from '@tributary/mcp/following';
import { eventually, readServer } from '@tributary/testing';
import type { RunningServer } from '../end-to-end/servers.ts';
import { usageOf, type ProcessUsage } from '../process-usage.ts';

/** Fine enough for times of some seconds, and of one: each look has the server answer two calls. */
const LOOK_EVERY_MS = 100;
const LOOK_AT_RECHECK_EVERY_MS = 25;

export interface WholeRun {
  readonly files: number;
  readonly chunks: number;
  /** From the request to the last document searchable. */
  readonly seconds: number;
  /** Of the server, meanwhile. */
  readonly usage: ProcessUsage;
  /** To find that nothing changed, by repetition. */
  readonly recheckSeconds: readonly number[];
}

/** Indexes a tree with a new server and compares it again some times. */
export async function runWhole(start: (data: string) => Promise<RunningServer>, tree: string, rechecks: number): Promise<WholeRun> {
  const data = await mkdtemp(join(tmpdir(), 'tributary-bench-'));
  try {
    const server = await start(data);
    try {
      return await measure(server, { data, tree, rechecks });
    } finally {
      await server.stop();
    }
  } finally {
    await rm(data, { recursive: true, force: true });
  }
}

async function measure(
  server: RunningServer,
  { data, tree, rechecks }: { data: string; tree: string; rechecks: number },
): Promise<WholeRun> {
  const operations = await operationsOf(data);
  const before = await usageOf(server.pid);
  const startedAt = performance.now();
  const added = await operations.addSource(SourceInput.parse({ location: tree }), context());
  const files = await untilSearchable(operations, added, LOOK_EVERY_MS);
  const seconds = (performance.now() - startedAt) / 1_000;
  const after = await usageOf(server.pid);
  const chunks = (await operations.listCollections(context())).reduce((sum, collection) => sum + collection.chunks, 0);
  const recheckSeconds: number[] = [];
  for (let round = 0; round < rechecks; round++) recheckSeconds.push(await recheck(operations, added));
  return {
    files,
    chunks,
    seconds,
    usage: { cpuSeconds: after.cpuSeconds - before.cpuSeconds, peakMb: after.peakMb },
    recheckSeconds,
  };
}

/** @returns the source's documents */
async function untilSearchable(operations: Operations, added: Pick<IngestAnswer, 'job_id' | 'source'>, everyMs: number): Promise<number> {
  for await (const { source, isSearchable } of followSource({ operations, context: context(), added, everyMs }))
    if (isSearchable) {
      if (source.failed > 0) throw new Error(`${source.failed.toString()} documents failed.`);
      return source.documents;
    }
  throw new Error('The source was not seen to its end.');
}

async function recheck(operations: Operations, added: IngestAnswer): Promise<number> {
  const startedAt = performance.now();
  const { job_id } = await operations.syncSource(added.source.id, { confirmed: false }, context());
  await untilSearchable(operations, { ...added, job_id }, LOOK_AT_RECHECK_EVERY_MS);
  return (performance.now() - startedAt) / 1_000;
}

/** A server may be ready a moment before it has written down where it is. */
function operationsOf(data: string): Promise<Operations> {
  return eventually(async () => {
    const server = await readServer(data);
    return new HttpOperations(new HttpConnection(server));
  });
}

function context() {
  return { principal: localOwner, signal: AbortSignal.timeout(3_600_000) };
}
