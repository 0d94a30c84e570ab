import { mayReadCollection, type CallContext, type DoctorAnswer, type DoctorInput } from '@tributary/contracts';
import { isAbort, toErrorRecord } from '@tributary/kernel';
import type { GatewayCollaborators } from './use-cases.js';

/** What the installation stands on, and whether catalog and engines agree about the collections that are granted. An engine that is away fails its checks, never the whole diagnosis. */
export async function diagnose(
  doctor: GatewayCollaborators['doctor'],
  { repair }: DoctorInput,
  { principal, signal }: CallContext,
): Promise<DoctorAnswer> {
  const includes = (collection: string) => principal.unrestricted || mayReadCollection(principal, collection);
  const checks = [...(await doctor.check(includes, signal))];
  try {
    const drift = await doctor.examine({ repair, includes }, signal);
    const left = repair ? drift.remaining : drift.found;
    const isWhole = drift.uncompared === undefined;
    return { healthy: isWhole && left === 0 && checks.every(({ status }) => status !== 'failed'), checks, drift };
  } catch (error) {
    if (isAbort(error)) throw error;
    const detail = `Catalog and engines could not be compared: ${toErrorRecord(error).message}`;
    return { healthy: false, checks: [...checks, { name: 'drift', status: 'failed', detail }] };
  }
}
