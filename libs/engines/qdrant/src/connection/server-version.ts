import { permanent } from '@tributary/kernel';
import { z } from 'zod';

/** What `GET /` of a server says. */
const Root = z.object({ title: z.string().regex(/qdrant/i), version: z.string() });

/** The oldest server that has conditional upserts by `update_mode`, on which the fences rest. */
const OLDEST = { major: 1, minor: 17 };

/** Reads the answer of `GET /`. @returns the version @throws `ENGINE.NOT_QDRANT`, `ENGINE.VERSION_UNSUPPORTED` */
export function readVersion(answer: unknown, { engine, url }: { readonly engine: string; readonly url: string }): string {
  const root = Root.safeParse(answer);
  if (!root.success) {
    throw permanent(
      'ENGINE.NOT_QDRANT',
      `Engine ${engine}: what answers at ${url} is no Qdrant server. Check the url, its port and its path.`,
    );
  }
  const { version } = root.data;
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < OLDEST.major || (major === OLDEST.major && minor < OLDEST.minor)) {
    throw permanent(
      'ENGINE.VERSION_UNSUPPORTED',
      `Engine ${engine}: the server at ${url} is Qdrant ${version}; 1.17 or newer is needed. Upgrade it one minor version at a time.`,
    );
  }
  return version;
}
