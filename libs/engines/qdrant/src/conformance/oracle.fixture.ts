// What the stand-in server offers tests beside Qdrant's API: faults on demand and a log of requests.
import { z } from 'zod';

/** A fault for requests that match; every field is optional. */
export interface Fault {
  readonly match?: string;
  readonly method?: string;
  readonly status?: number;
  readonly error?: string;
  readonly retry_after?: number;
  readonly delay_ms?: number;
  readonly drop?: boolean;
  /** `after`: the work is done and then the answer is lost. */
  readonly when?: 'after';
  readonly times?: number;
  readonly skip?: number;
}

const Logged = z.object({ method: z.string(), path: z.string(), status: z.number(), body: z.unknown().optional() });
const Log = z.object({ result: z.object({ requests: z.array(Logged) }) });

export async function addFault(url: string, fault: Fault): Promise<void> {
  const body = JSON.stringify(fault);
  const { ok } = await fetch(`${url}/oracle/faults`, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
  if (!ok) throw new Error('The server takes no faults.');
}

export async function clearFaults(url: string): Promise<void> {
  await fetch(`${url}/oracle/faults`, { method: 'DELETE' });
}

/** The last requests, oldest first. */
export async function requestLog(url: string): Promise<readonly z.output<typeof Logged>[]> {
  return Log.parse(await (await fetch(`${url}/oracle/requests`)).json()).result.requests;
}

export async function clearRequestLog(url: string): Promise<void> {
  await fetch(`${url}/oracle/requests`, { method: 'DELETE' });
}
