import { engineHealth } from '@tributary/engines-port';
import type { AwaitedDocument, GatewayCollaborators } from './use-cases.js';

/** Longest time a write waits for what it wrote to be searchable; after it that is safe, and the answer says `searchable: false`. */
const INDEX_WAIT_MS = 30_000;
/** After so long it is worth asking whether the engine answers at all. */
const PATIENT_MS = 5000;

/** Whether all of it is searchable before the time is over; an engine that is down is not waited for. @throws the reason when a document failed for good */
export async function waitSearchable(
  { awaitIndexed, catalog, engines }: Pick<GatewayCollaborators, 'awaitIndexed' | 'catalog' | 'engines'>,
  documents: readonly AwaitedDocument[],
  signal: AbortSignal,
): Promise<boolean> {
  if (await awaitIndexed.run(documents, { timeoutMs: PATIENT_MS, signal })) return true;
  const names = [...new Set(documents.map(({ collection }) => collection))];
  const records = await Promise.all(names.map((name) => catalog.collections.get(name)));
  const places = [...new Set(records.flatMap((record) => (record === undefined ? [] : [record.engine])))];
  const health = await Promise.all(places.map((name) => engineHealth(engines.get(name))));
  if (health.some(({ status }) => status === 'down')) return false;
  return awaitIndexed.run(documents, { timeoutMs: INDEX_WAIT_MS - PATIENT_MS, signal });
}
