import { readFile } from 'node:fs/promises';

/** File systems that answer from this machine's memory or its own disk. */
const LOCAL: ReadonlySet<string> = new Set(['ext2', 'ext3', 'ext4', 'xfs', 'btrfs', 'f2fs', 'zfs', 'tmpfs', 'overlay']);
/** Where Linux tells what is mounted (man 5 proc_pid_mountinfo). */
const MOUNTS = '/proc/self/mountinfo';
const KNOWN_FOR_MS = 10_000;

interface Mount {
  /** With a `/` at the end. */
  readonly place: string;
  readonly isLocal: boolean;
}

/** Tells the folders whose names and states may be asked for without leaving the thread: there such a call takes a few microseconds, and a thread of the pool
 *  ten times as long. Elsewhere it may hang for as long as a server is away. */
export class LocalPlaces {
  readonly #file: string;
  #mounts: Promise<readonly Mount[]> | undefined;
  #untilMs = 0;

  /** @param file where the system tells what is mounted; tests give another */
  constructor(file = MOUNTS) {
    this.#file = file;
  }

  /** @param folder a real path; false where that cannot be told: on other systems than Linux */
  async has(folder: string): Promise<boolean> {
    if (this.#mounts === undefined || this.#untilMs < performance.now()) {
      this.#untilMs = performance.now() + KNOWN_FOR_MS;
      this.#mounts = readMounts(this.#file);
    }
    const place = `${folder}/`;
    return (await this.#mounts).find((mount) => place.startsWith(mount.place))?.isLocal ?? false;
  }
}

/** Innermost first; of several at one place the one that was mounted last, which hides the others. */
async function readMounts(file: string): Promise<readonly Mount[]> {
  const lines = await readFile(file, 'utf8').catch(() => '');
  const mounts = lines.split('\n').flatMap(mountOf).reverse();
  return mounts.toSorted((a, b) => b.place.length - a.place.length);
}

function mountOf(line: string): readonly Mount[] {
  const [before = '', after = ''] = line.split(' - ', 2);
  const place = before.split(' ')[4];
  if (place === undefined) return [];
  const named = place.replace(/\\(\d{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));
  return [{ place: named.endsWith('/') ? named : `${named}/`, isLocal: LOCAL.has(after.split(' ')[0] ?? '') }];
}
