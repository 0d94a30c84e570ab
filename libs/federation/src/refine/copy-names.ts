/** What programs and people put behind a name for a copy of it: a number, "copy", "conflicted copy 2024-05-06", "(1)", "- Kopie". */
const OF_COPIES = /^(?:[ ._-]*\(?(?:\d{1,3}|copy|copie|kopie|copia|conflict(?:ed)?(?: copy)?|sync-conflict|konflikt)\b[^/]{0,80})$/iu;

/** Whether a file is called as a copy of another one: in the same folder, with the same ending, by its name and what copies have behind it. */
export function isCopyOf(path: string, original: string): boolean {
  const [copied, ending] = split(path);
  const [name, endingOfOriginal] = split(original);
  return ending === endingOfOriginal && copied.startsWith(name) && OF_COPIES.test(copied.slice(name.length));
}

/** A path without the ending of its name, and that ending. */
function split(path: string): readonly [string, string] {
  const dot = path.lastIndexOf('.');
  return dot > path.lastIndexOf('/') + 1 ? [path.slice(0, dot), path.slice(dot)] : [path, ''];
}
