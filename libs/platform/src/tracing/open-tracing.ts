import type { Configuration } from '../config/schema/configuration.js';
import { idTracing, type Tracing } from './tracing.js';

/** Opens the tracing of a process: recorded where an endpoint is configured, else ids alone. The SDK is loaded only when it is used. */
export async function openTracing(
  { endpoint, ...settings }: Configuration['tracing'],
  process: { readonly service: string; readonly version: string },
): Promise<Tracing> {
  if (endpoint === undefined) return idTracing;
  const { OtelTracing } = await import('./otel-tracing.js');
  return new OtelTracing({ ...settings, ...process, endpoint });
}
