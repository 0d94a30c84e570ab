import { z } from 'zod';
import { readServerFile } from '@tributary/composition/session';

const PROBE_LIMIT_MS = 1_000;
const Liveness = z.looseObject({ status: z.string() });

interface Named {
  /** What `DAEMON_URL` says. */
  readonly daemonUrl: string | undefined;
  /** What `--url` says; it wins. */
  readonly url: string | undefined;
  /** Data folder of this machine. */
  readonly folder: string;
  readonly remark: (line: string) => void;
}

/** The server to use instead of the data folder: undefined where none answers, and where it is the one of the data folder, which is reached with its token. */
export async function serverBehind({ daemonUrl, url, folder, remark }: Named): Promise<string | undefined> {
  if (daemonUrl === undefined || url !== undefined) return undefined;
  const own = await readServerFile(folder);
  if (own !== undefined && new URL(own.url).origin === new URL(daemonUrl).origin) return undefined;
  if (await isTributary(daemonUrl)) return daemonUrl;
  remark(`No Tributary answers at DAEMON_URL ${daemonUrl}: the data folder ${folder} is used.`);
  return undefined;
}

async function isTributary(url: string): Promise<boolean> {
  try {
    const response = await fetch(new URL('/health/live', url), { signal: AbortSignal.timeout(PROBE_LIMIT_MS) });
    return response.ok && Liveness.safeParse(await response.json()).success;
  } catch {
    return false;
  }
}
