import { DoctorInput, localOwner, type CallContext } from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { expect } from 'vitest';
import type { Deployment } from '../deployment/deployment.ts';

export function context(): CallContext {
  return { principal: localOwner, signal: AbortSignal.timeout(120_000) };
}

/** Waits until a collection has so many documents and no job waits or runs. @throws when one ended in the dead letters */
export async function untilIndexed(
  { operations }: Deployment,
  { collection, documents, withinMs = 300_000 }: { readonly collection: string; readonly documents: number; readonly withinMs?: number },
): Promise<void> {
  await eventually(async () => {
    const { queues, collections, unavailable = [] } = await operations.status(context());
    const present = collections.find(({ name }) => name === collection)?.documents ?? 0;
    const open = queues.filter(({ waiting, delayed, active, dead }) => waiting + delayed + active + dead > 0);
    if (present !== documents || open.length > 0 || unavailable.length > 0)
      throw new Error(
        `${present.toString()} of ${documents.toString()} documents in ${collection}; ${JSON.stringify([...open, ...unavailable])}`,
      );
  }, withinMs);
}

/** Nothing was lost and nothing is there twice: the doctor finds catalog and engines at one, and no job died. */
export async function expectNothingLost(deployment: Deployment): Promise<void> {
  expect(await losses(deployment)).toEqual([]);
}

async function losses({ operations }: Deployment): Promise<readonly object[]> {
  const { drift, checks } = await operations.doctor(DoctorInput.parse({}), context());
  const dead = await operations.listJobs({ state: 'dead', limit: 10 }, context());
  // Left out where nothing could be compared: a failed check says so.
  return [...(drift?.examples ?? []), ...checks.filter(({ status }) => status === 'failed'), ...dead];
}
