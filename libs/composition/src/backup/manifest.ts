import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { permanent } from '@tributary/kernel';
import { z } from 'zod';

/** What a backup consists of: `backup.json` in it, written last. */
export const BackupManifest = z.object({
  v: z.literal(1),
  program: z.string().describe('Version that made it.'),
  created_at: z.string(),
  files: z.array(z.object({ path: z.string(), bytes: z.number().int().nonnegative(), sha256: z.string() })),
});
export type BackupManifest = z.infer<typeof BackupManifest>;

export const MANIFEST = 'backup.json';

/** @throws `BACKUP.INVALID` where it is none, or not finished */
export async function readManifest(backup: string): Promise<BackupManifest> {
  try {
    return BackupManifest.parse(JSON.parse(await readFile(join(backup, MANIFEST), 'utf8')));
  } catch (error) {
    throw permanent('BACKUP.INVALID', `${backup} is no finished backup: name the folder that "tributary backup" wrote.`, { cause: error });
  }
}

/** SHA-256 of a file, hexadecimal. */
export async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
