import type { CallContext, CollectionSummary } from '@tributary/contracts';
import type { Connection } from './connection.js';

/** Looks, each of up to two seconds. */
const LOOKS = 4;

/** The collections, asked for again while engines fail whose servers have only started with this command: a search would be over before they answer. */
export async function listWhenStarted({ operations, startsServers }: Connection, call: CallContext): Promise<readonly CollectionSummary[]> {
  let listed = await operations.listCollections(call);
  for (let look = 1; look < LOOKS && startsServers === true && listed.some(({ status }) => status === 'failed'); look++) {
    listed = await operations.listCollections(call);
  }
  return listed;
}
