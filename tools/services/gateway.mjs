// Where the gateway of `npm run services` listens, once it is ready.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { PreparationFailure } from '../prepare/preparation-failure.mjs';

const READY_LIMIT_MS = 60_000;
const ANSWER_LIMIT_MS = 3000;

/**
 * @param {string} folder
 * @param {{ before: string | undefined, signal: AbortSignal }} options `before` is what stood in the folder when the gateway was started
 * @returns {Promise<string>} its address; rejects when the signal ends the waiting
 * @throws {PreparationFailure} where it is not ready after a minute
 */
export async function untilReady(folder, { before, signal }) {
  const endsAt = performance.now() + READY_LIMIT_MS;
  for (;;) {
    const url = gatewayUrl(folder, before);
    if (url !== undefined && (await isReady(url, signal))) return url;
    if (performance.now() > endsAt) throw new PreparationFailure('The gateway is not ready after a minute; the lines above say why.');
    await pause(100, undefined, { signal });
  }
}

/** Tells what a server wrote into the data folder from what the next one does. */
export function announcement(folder) {
  try {
    const { ino, mtimeNs } = statSync(join(folder, 'server.json'), { bigint: true });
    return `${ino} ${mtimeNs}`;
  } catch {
    return undefined;
  }
}

/** The gateway writes where it listens into the data folder; another server of that folder, which keeps ours from starting, did so before.
 *  @param {string | undefined} before what stood there when the gateway was started */
export function gatewayUrl(folder, before) {
  if (announcement(folder) === before) return undefined;
  try {
    return JSON.parse(readFileSync(join(folder, 'server.json'), 'utf8')).url;
  } catch {
    return undefined;
  }
}

async function isReady(url, signal) {
  try {
    return (await fetch(`${url}/health/ready`, { signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_LIMIT_MS)]) })).ok;
  } catch {
    return false;
  }
}
