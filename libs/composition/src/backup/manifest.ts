import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { hasCode, permanent } from '@tributary/kernel';
import { z } from 'zod';

/** What a backup consists of: `backup.json` in it, written last. */
export const BackupManifest = z.object({
  v: z.literal(1),
  program: z.string().describe('Version that made it.'),
  created_at: z.string(),
  files: z.array(z.object({ path: z.string(), bytes: z.number().int().nonnegative(), sha256: z.string() })),
});
export type BackupManifest = z.infer<typeof BackupManifest>;

/** What a later version may write. */
const NewerManifest = z.object({ v: z.number().int().min(2), program: z.string() });

export const MANIFEST = 'backup.json';

/** @throws `BACKUP.INVALID` where it is none, or not finished; `BACKUP.NEWER` */
export async function readManifest(backup: string): Promise<BackupManifest> {
  try {
    const json: unknown = JSON.parse(await readFile(join(backup, MANIFEST), 'utf8'));
    const newer = NewerManifest.safeParse(json);
    if (newer.success) throw ofNewerProgram(backup, newer.data.program);
    return BackupManifest.parse(json);
  } catch (error) {
    if (hasCode(error, 'BACKUP.NEWER')) throw error;
    throw permanent('BACKUP.INVALID', `${backup} is no finished backup: name the folder that "tributary backup" wrote.`, { cause: error });
  }
}

function ofNewerProgram(backup: string, program: string) {
  return permanent('BACKUP.NEWER', `${backup} was made by Tributary ${program}, which is newer than this one: restore it with that version; nothing was changed.`); // oxfmt-ignore
}

/** SHA-256 of a file, hexadecimal. */
export async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
