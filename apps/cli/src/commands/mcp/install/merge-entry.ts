import { permanent } from '@tributary/kernel';
import jsonc from 'jsonc-parser';
import { isDeepStrictEqual } from 'node:util';

interface Merging {
  /** The file as it is; empty where there is none. */
  readonly text: string;
  /** Named in messages. */
  readonly path: string;
  /** Key under which servers stand. */
  readonly key: string;
  readonly name: string;
  readonly entry: Readonly<Record<string, unknown>>;
}

/** A file with the entry in it. */
interface Merged {
  readonly text: string;
  /** What stood under the name before. */
  readonly before: unknown;
}

type Tree = Readonly<Record<string, unknown>>;

/** Puts the entry of a server into the text of a settings file. Everything else stays as it is written: order, comments, indentation.
 *  @throws `CLIENT.FILE_BROKEN` where the file is none that an entry could be put into */
export function mergeEntry({ text, path, key, name, entry }: Merging): Merged {
  const tree = parse(text, path);
  const servers = tree[key] ?? {};
  if (!isTree(servers)) throw broken(path, `its key ${key} is no object`);
  const edits = jsonc.modify(text, [key, name], entry, {});
  const merged = jsonc.applyEdits(
    text,
    edits.map((edit) => ({ ...edit, content: laidOut(edit.content, { text, key, name }) })),
  );
  const expected = { ...tree, [key]: { ...servers, [name]: entry } };
  if (!isDeepStrictEqual(parse(merged, path), expected)) throw broken(path, `an entry cannot be put under ${key}`);
  return { text: merged.endsWith('\n') ? merged : `${merged}\n`, before: servers[name] };
}

/** Comments and commas at the end are read as the clients read them. */
function parse(text: string, path: string): Tree {
  const errors: jsonc.ParseError[] = [];
  const tree: unknown = jsonc.parse(text === '' ? '{}' : text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined) throw broken(path, `${jsonc.printParseErrorCode(error.error)} at ${placeIn(text, error.offset)}`);
  if (!isTree(tree)) throw broken(path, 'it holds no object');
  return tree;
}

function placeIn(text: string, offset: number): string {
  const lines = text.slice(0, offset).split('\n');
  return `line ${lines.length.toString()}, column ${((lines.at(-1)?.length ?? 0) + 1).toString()}`;
}

/** What is put in, on lines of its own and indented like the rest of the file; the library’s own formatting would touch the lines around it. */
function laidOut(content: string, { text, key, name }: Pick<Merging, 'text' | 'key' | 'name'>): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const unit = /^[ \t]+(?=")/m.exec(text)?.[0] ?? '  ';
  const indented = (depth: number, json: string) =>
    JSON.stringify(JSON.parse(json), undefined, unit).replaceAll('\n', eol + unit.repeat(depth));
  const [comma, body] = content.startsWith(',') ? [',', content.slice(1)] : ['', content];
  for (const [depth, member] of [[1, key] as const, [2, name] as const]) {
    const start = `${JSON.stringify(member)}:`;
    if (!body.startsWith(start)) continue;
    const line = `${comma}${eol}${unit.repeat(depth)}${start} ${indented(depth, body.slice(start.length))}`;
    return comma === '' ? `${line}${eol}${unit.repeat(depth - 1)}` : line;
  }
  return indented(text.trim() === '' ? 0 : 2, content);
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function broken(path: string, why: string) {
  return permanent(
    'CLIENT.FILE_BROKEN',
    `Nothing was changed: ${path} is not what the client can read (${why}). Correct it, then run this again.`,
  );
}
