import { permanent } from '@tributary/kernel';
import jsonc from 'jsonc-parser';
import { isDeepStrictEqual } from 'node:util';

export interface EntryPlace {
  /** The file as it is; empty where there is none. */
  readonly text: string;
  /** Named in messages. */
  readonly path: string;
  /** Key under which servers stand. */
  readonly key: string;
  readonly name: string;
}

interface Merging extends EntryPlace {
  readonly entry: Readonly<Record<string, unknown>>;
}

/** A file with the entry in it, or without it. */
export interface Merged {
  readonly text: string;
  /** What stood under the name before. */
  readonly before: unknown;
}

/** A comma and a comment behind what stands in a line. */
export const REST_OF_LINE = /^(,?)[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/[ \t]*(?=\r?\n))/;

export type Tree = Readonly<Record<string, unknown>>;

/** Puts the entry of a server into the text of a settings file. Everything else stays as it is written: order, comments, indentation.
 *  @throws `CLIENT.FILE_BROKEN` where the file is none that an entry could be put into */
export function mergeEntry({ text, path, key, name, entry }: Merging): Merged {
  const tree = parseSettings(text, path);
  const servers = tree[key] ?? {};
  if (!isTree(servers)) throw broken(path, `its key ${key} is no object`);
  const edits = jsonc.modify(text, [key, name], entry, {});
  const merged = jsonc.applyEdits(
    text,
    edits.map((edit) => ({ ...edit, content: laidOut(edit.content, { text, key, name }) })).flatMap((edit) => behindComment(edit, text)),
  );
  const expected = { ...tree, [key]: { ...servers, [name]: entry } };
  if (!isDeepStrictEqual(parseSettings(merged, path), expected)) throw broken(path, `an entry cannot be put under ${key}`);
  return { text: merged.endsWith('\n') ? merged : `${merged}\n`, before: servers[name] };
}

/** A comment at the end of a line belongs to what stands in that line: what is put in comes behind it. */
function behindComment(edit: jsonc.Edit, text: string): readonly jsonc.Edit[] {
  const comment = REST_OF_LINE.exec(text.slice(edit.offset));
  if (comment === null || edit.length > 0 || !edit.content.startsWith(',')) return [edit];
  const [line, comma] = comment;
  return [
    { ...edit, content: comma === '' ? ',' : '' },
    { ...edit, offset: edit.offset + line.length, content: `${edit.content.slice(1)}${comma ?? ''}` },
  ];
}

/** Comments and commas at the end are read as the clients read them. */
export function parseSettings(text: string, path: string): Tree {
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

export function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function broken(path: string, why: string) {
  return permanent(
    'CLIENT.FILE_BROKEN',
    `Nothing was changed: ${path} is not what the client can read (${why}). Correct it, then run this again.`,
  );
}
