import { queuesOfReach, reachOf } from '@tributary/contracts';
import type { SourceRecord } from '@tributary/engines-port';
import type { Queues } from '@tributary/messaging-port';

/** Why a source that wants a sync, or documents of it that wait, must wait longer: nobody reads sources of its sort. Undefined: somebody does, or nobody can
 *  tell because the queues are away. */
export async function missingWorker(queues: Pick<Queues, 'isConsumed'>, kind: SourceRecord['kind']): Promise<string | undefined> {
  const reach = reachOf(kind);
  const isThere = await queues.isConsumed(queuesOfReach(reach).sync).catch(() => true);
  return isThere ? undefined : `no worker for ${reach} sources: start an ingest worker with sources.read "${reach}" or "all"`;
}
