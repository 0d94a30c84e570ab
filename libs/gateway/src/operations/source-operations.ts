import {
  syncSourceQueue,
  type CallContext,
  type IngestAnswer,
  type JobSummary,
  type SourceInput,
  type SourceSummary,
} from '@tributary/contracts';
import { Deadline, permanent } from '@tributary/kernel';
import { setTimeout as pause } from 'node:timers/promises';
import { requireIngestRoot } from './ingest-roots.js';
import type { GatewayCollaborators } from './use-cases.js';

const POLL_MS = 50;
const ENDED: ReadonlySet<JobSummary['state']> = new Set(['done', 'skipped', 'dead', 'cancelled']);

/** Registers a folder or file, starts its sync, and waits for it up to `wait_ms`. */
export async function addSource(
  collaborators: GatewayCollaborators,
  input: SourceInput,
  { principal, signal }: CallContext,
): Promise<IngestAnswer> {
  const { ingestRoots: roots, summariseSource } = collaborators;
  await requireIngestRoot(input, { principal, roots, sources: () => summariseSource.all() });
  const { sourceId, jobId, token } = await collaborators.addSource.run(input);
  const finished = await untilIndexed(collaborators, { sourceId, jobId, deadline: Deadline.in(input.wait_ms), signal });
  return { job_id: jobId, source: await getSource(collaborators, sourceId), finished, token };
}

/** @throws `SOURCE.NOT_FOUND` */
export async function getSource(collaborators: GatewayCollaborators, sourceId: string): Promise<SourceSummary> {
  const source = await collaborators.summariseSource.run(sourceId);
  if (source) return source;
  throw permanent('SOURCE.NOT_FOUND', `There is no source ${sourceId}: \`tributary sources\` shows the ones there are.`, {
    category: 'not_found',
  });
}

/** Asks for another comparison of the source with the index. @throws `SOURCE.NOT_FOUND` */
export async function syncSource(collaborators: GatewayCollaborators, sourceId: string, confirmed: boolean): Promise<{ job_id: string }> {
  await getSource(collaborators, sourceId);
  const { id } = await collaborators.queues.add(syncSourceQueue, { source_id: sourceId, confirmed });
  return { job_id: id };
}

async function untilIndexed(
  { queues, summariseSource }: GatewayCollaborators,
  wait: { sourceId: string; jobId: string; deadline: Deadline; signal: AbortSignal },
): Promise<boolean> {
  for (;;) {
    const job = await queues.get(wait.jobId);
    if (job === undefined || ENDED.has(job.state)) {
      const source = await summariseSource.run(wait.sourceId);
      if (source?.pending === 0) return true;
    }
    if (wait.deadline.hasPassed) return false;
    await pause(POLL_MS, undefined, { signal: wait.signal });
  }
}
