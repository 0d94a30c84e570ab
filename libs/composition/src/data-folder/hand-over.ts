import { statSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Ownership } from './ownership.js';
import { readServerFile } from './server-file.js';

export const WISH = 'server.wanted';
/** A wish that nobody withdrew, because who had it was killed, is none. */
const WISH_LASTS_MS = 10_000;
/** A stand-in ends its calls, drains its jobs and closes its store. */
const WAIT_MS = 8_000;
const TRY_EVERY_MS = 25;

/** Asks the stand-in that serves a data folder for it: a process that was started for something else, such as an assistant's `tributary mcp`.
 *  @param take tries to get the folder @returns undefined where a server has it, or who has it does not let go */
export async function takeFromStandIn(folder: string, take: () => Ownership | undefined): Promise<Ownership | undefined> {
  if (await hasStartedServer(folder)) return undefined;
  await writeFile(join(folder, WISH), '', { mode: 0o600 });
  try {
    const endsAt = performance.now() + WAIT_MS;
    for (;;) {
      const ownership = take();
      if (ownership !== undefined || performance.now() > endsAt || (await hasStartedServer(folder))) return ownership;
      await pause(TRY_EVERY_MS);
    }
  } finally {
    await forgetWish(folder);
  }
}

/** Who has the folder leaves nothing behind of a server that was killed while it asked for it. */
export async function forgetWish(folder: string): Promise<void> {
  await rm(join(folder, WISH), { force: true });
}

/** Whether a server was started for the folder. A stand-in that is just beginning or ending says nothing yet, or no more. */
async function hasStartedServer(folder: string): Promise<boolean> {
  const server = await readServerFile(folder);
  return server !== undefined && server.stand_in !== true;
}

/** Whether a server that somebody started asks for the folder: then nobody else takes it. */
export function isWanted(folder: string): boolean {
  const { mtimeMs } = statSync(join(folder, WISH), { throwIfNoEntry: false }) ?? { mtimeMs: 0 };
  return Math.abs(Date.now() - mtimeMs) < WISH_LASTS_MS;
}
