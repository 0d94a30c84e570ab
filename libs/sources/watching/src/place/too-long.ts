/** Bytes of a path that a call of the system takes, its closing zero included (PATH_MAX). */
const MOST_BYTES = process.platform === 'darwin' ? 1024 : 4096;
const BEFORE = "inotify_add_watch on '";
const AFTER = "' failed: File name too long";

/** A name with its separator. */
const NAME_BYTES = 256;

/** Whether the path of a folder leaves no room for a name in it: the system takes no call with one that is longer. Folders nest deeper than that where a program goes into
 *  each to make the next, or moves one into another. */
export function hasNoRoom(folder: string): boolean {
  const most = MOST_BYTES - NAME_BYTES;
  return folder.length * 3 > most && Buffer.byteLength(folder) > most;
}

/** The path that ended a subscription of `@parcel/watcher` since it is too long; undefined where something else did. */
export function tooLongIn(error: unknown): string | undefined {
  const text = String(error);
  const start = text.indexOf(BEFORE);
  return start < 0 || !text.endsWith(AFTER) ? undefined : text.slice(start + BEFORE.length, -AFTER.length);
}
