import jsonc from 'jsonc-parser';
import { isDeepStrictEqual } from 'node:util';
import { broken, isTree, parseSettings, REST_OF_LINE, type EntryPlace, type Merged } from './merge-entry.js';

/** Takes the entry of a server out of the text of a settings file, with a comment behind it, and nothing else; `before` is undefined where there is none.
 *  The library takes out comments of its neighbours, too. @throws `CLIENT.FILE_BROKEN` */
export function removeEntry({ text, path, key, name }: EntryPlace): Merged {
  const tree = parseSettings(text, path);
  const servers = tree[key] ?? {};
  if (!isTree(servers)) throw broken(path, `its key ${key} is no object`);
  const { [name]: before, ...others } = servers;
  const root = jsonc.parseTree(text, [], { allowTrailingComma: true });
  const entry = root && jsonc.findNodeAtLocation(root, [key, name])?.parent;
  if (before === undefined || entry === undefined) return { text, before: undefined };
  const left = jsonc.applyEdits(text, removing(entry, text));
  if (!isDeepStrictEqual(parseSettings(left, path), { ...tree, [key]: others }))
    throw broken(path, `an entry cannot be taken out of ${key}`);
  return { text: left, before };
}

function removing(entry: jsonc.Node, text: string): jsonc.Edit[] {
  // Bounded: by the settings of a client, which are a page.
  const begin = entry.offset - (/(?:\r?\n)?[ \t]*$/.exec(text.slice(0, entry.offset))?.[0].length ?? 0);
  const end = entry.offset + entry.length;
  const comma = commaBehind(end, text);
  const behind = comma === undefined ? end : comma + 1;
  const comment = REST_OF_LINE.exec(text.slice(behind))?.[0].length ?? 0;
  const siblings = entry.parent?.children ?? [];
  const previous = siblings[siblings.indexOf(entry) - 1];
  // The comma before the last one goes with it.
  const parting = comma === undefined && previous !== undefined ? commaBehind(previous.offset + previous.length, text) : undefined;
  return [
    ...(parting === undefined ? [] : [{ offset: parting, length: 1, content: '' }]),
    { offset: begin, length: behind + comment - begin, content: '' },
  ];
}

/** Where the comma stands that follows, past blanks and comments. */
function commaBehind(offset: number, text: string): number | undefined {
  const scanner = jsonc.createScanner(text, true);
  scanner.setPosition(offset);
  const token: number = scanner.scan();
  return token === COMMA ? scanner.getTokenOffset() : undefined;
}

/** `SyntaxKind.CommaToken`, which the library has as a type alone. */
const COMMA = 5;
