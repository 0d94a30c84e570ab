import { openTracing, type Configuration, type Logger } from '@tributary/platform';
import { createProcessMetrics } from '@tributary/platform/metrics';
import { VERSION } from '../version.js';
import { Observing } from './observing.js';

/** Begins to count, and to follow calls as the configuration says. */
export async function openObserving(
  { tracing }: Configuration,
  { service, logger }: { readonly service: string; readonly logger: Logger },
): Promise<Observing> {
  const process = { service, version: VERSION };
  return new Observing({ metrics: createProcessMetrics(process), tracing: await openTracing(tracing, process), logger });
}
