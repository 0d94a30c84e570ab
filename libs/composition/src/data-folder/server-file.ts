import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const ServerFile = z.object({
  url: z.url(),
  token: z.string(),
  version: z.string().describe('Of the program that serves.'),
  contract: z.number().int(),
  stand_in: z
    .boolean()
    .optional()
    .describe('Whether it was started for something else, and gives the folder to a server that is started for it.'),
});

/** How the owner of a data folder is reached: `server.json` in it, readable by its user alone. */
export type ServerFile = z.infer<typeof ServerFile>;

const NAME = 'server.json';

/** Replaces the file as a whole, so that a reader never sees half of it. */
export async function writeServerFile(folder: string, server: ServerFile): Promise<void> {
  const path = join(folder, NAME);
  const next = `${path}.${process.pid.toString()}`;
  await writeFile(next, `${JSON.stringify(server, undefined, 2)}\n`, { mode: 0o600 });
  await rename(next, path);
}

/** @returns undefined when nobody wrote one, or nothing sensible stands in it */
export async function readServerFile(folder: string): Promise<ServerFile | undefined> {
  try {
    return ServerFile.safeParse(JSON.parse(await readFile(join(folder, NAME), 'utf8'))).data;
  } catch {
    return undefined;
  }
}

/** Tells one server from the next, also where both say the same of themselves. @returns undefined when there is no file */
export async function serverFileMark(folder: string): Promise<string | undefined> {
  try {
    const { ino, mtimeNs } = await stat(join(folder, NAME), { bigint: true });
    return `${ino.toString()} ${mtimeNs.toString()}`;
  } catch {
    return undefined;
  }
}

/** @param url left out: whoever wrote it; else only what says this address */
export async function removeServerFile(folder: string, url?: string): Promise<void> {
  if (url !== undefined && (await readServerFile(folder))?.url !== url) return;
  await rm(join(folder, NAME), { force: true });
}
