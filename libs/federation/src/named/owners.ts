/** Behind them may stand a type: `public static final int`, `public const string`. */
const MODIFIERS = String.raw`(?:(?:(?:public|private|protected|internal|static|final|readonly|const)[ \t]+){1,4}(?:[\p{L}_$][\p{L}\p{N}_$.<>,?[\]]{0,60}[ \t]+){0,3})?`;
const NAME = String.raw`[\p{L}_$][\p{L}\p{N}_$]*`;
const BLOCK_OF_GO = /^(?:const|var)[ \t]*\(/u;
const TYPE = new RegExp(
  String.raw`^[ \t]*(?:\p{L}+[ \t]+){0,6}?(?<kind>class|enum)[ \t]+(?:(?:class|struct)[ \t]+)?(?<owner>${NAME})`,
  'u',
);
/** An enumeration on one line. */
const WHOLE_ENUM = new RegExp(
  String.raw`^[ \t]*(?:\p{L}+[ \t]+){0,6}?enum[ \t]+(?:(?:class|struct)[ \t]+)?(?<owner>${NAME})[^{]{0,80}\{(?<members>[^{}]{1,4000})\}`,
  'u',
);
/** A type behind it, and the sign of an assignment; no comparison and no arrow. */
const ASSIGNED = /^[ \t]*(?::[^\n=]{1,200})?=(?![=>~])/u;
/** Of an enumeration members are named without a value as well. */
const LISTED = /^[ \t]*(?:[,;({]|\/\/|#|$)/u;

interface OwnedBy {
  readonly code: string;
  /** The type of which the code is a part, where that is known. */
  readonly around?: string | undefined;
}

/** The types, and as empty names the blocks `const (…)` and `var (…)` of Go, of which code has a member with this name that it gives a value there.
 *  Told by how far lines are indented. @param name letters, digits, `_` and `$` */
export function ownersOf(name: string, { code, around }: OwnedBy): readonly string[] {
  if (!code.includes(name)) return [];
  const member = new RegExp(String.raw`^[ \t]+${MODIFIERS}${name.replaceAll('$', String.raw`\$`)}(?![\p{L}\p{N}_$])(?<rest>.*)$`, 'u');
  const lines = code.split('\n');
  const heads = headsOf(lines);
  return lines.flatMap((line, at) => {
    const { rest } = member.exec(line)?.groups ?? {};
    if (rest === undefined) return ownerOnLine(line, name);
    const head = heads[at];
    const owner = head === undefined ? ownerWithin(around, rest) : ownerBelow(head, rest);
    return owner === undefined ? [] : [owner];
  });
}

/** The enumeration that this line is, where it has such a member. */
function ownerOnLine(line: string, name: string): readonly string[] {
  if (!line.includes(name)) return [];
  const { owner, members = '' } = WHOLE_ENUM.exec(line)?.groups ?? {};
  const names = members.split(',').map((member) => member.trim().split(/[\s=(]/u, 1)[0]);
  return owner !== undefined && names.includes(name) ? [owner] : [];
}

/** Of each line the last one before it that is indented less; where that opens a block alone, the one before it. */
function headsOf(lines: readonly string[]): readonly (string | undefined)[] {
  const around: { readonly begins: number; readonly head: string | undefined }[] = [];
  return lines.map((line, at) => {
    const begins = line.search(/\S/u);
    if (begins < 0) return undefined;
    while ((around.at(-1)?.begins ?? -1) >= begins) around.pop();
    const head = around.at(-1)?.head;
    around.push({ begins, head: line.trim() === '{' ? lines[at - 1] : line });
    return head;
  });
}

function ownerWithin(around: string | undefined, rest: string): string | undefined {
  return ASSIGNED.test(rest) ? around : undefined;
}

function ownerBelow(head: string, rest: string): string | undefined {
  if (BLOCK_OF_GO.test(head)) return '';
  const { kind, owner } = TYPE.exec(head)?.groups ?? {};
  return ASSIGNED.test(rest) || (kind === 'enum' && LISTED.test(rest)) ? owner : undefined;
}
