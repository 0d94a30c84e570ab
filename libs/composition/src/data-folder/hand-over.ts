import { statSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Ownership } from './ownership.js';
import { readServerFile } from './server-file.js';

const NAME = 'server.wanted';
/** A wish that nobody withdrew, because who had it was killed, is none. */
const WISH_LASTS_MS = 10_000;
/** A stand-in ends its calls, drains its jobs and closes its store. */
const WAIT_MS = 8_000;
const TRY_EVERY_MS = 25;

/** Asks the stand-in that serves a data folder for it: a process that was started for something else, such as an assistant's `tributary mcp`.
 *  @param take tries to get the folder @returns undefined where no stand-in has it, or it does not let go */
export async function takeFromStandIn(folder: string, take: () => Ownership | undefined): Promise<Ownership | undefined> {
  if ((await readServerFile(folder))?.stand_in !== true) return undefined;
  await writeFile(join(folder, NAME), '', { mode: 0o600 });
  try {
    const endsAt = performance.now() + WAIT_MS;
    for (;;) {
      const ownership = take();
      if (ownership !== undefined || performance.now() > endsAt) return ownership;
      await pause(TRY_EVERY_MS);
    }
  } finally {
    await rm(join(folder, NAME), { force: true });
  }
}

/** Whether a server that somebody started asks for the folder: then nobody else takes it. */
export function isWanted(folder: string): boolean {
  const { mtimeMs } = statSync(join(folder, NAME), { throwIfNoEntry: false }) ?? { mtimeMs: 0 };
  return Math.abs(Date.now() - mtimeMs) < WISH_LASTS_MS;
}
