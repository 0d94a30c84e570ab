const [MODIFIERS, NAME] = [
  String.raw`(?:(?:public|private|protected|internal|static|final|readonly|const)[ \t]+){0,4}`,
  String.raw`[\p{L}_$][\p{L}\p{N}_$]*`,
];
const BLOCK_OF_GO = /^(?:const|var)[ \t]*\(/u;
const TYPE = new RegExp(
  String.raw`^[ \t]*(?:\p{L}+[ \t]+){0,6}?(?<kind>class|enum)[ \t]+(?:(?:class|struct)[ \t]+)?(?<owner>${NAME})`,
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
  const member = new RegExp(
    String.raw`^(?<indentation>[ \t]+)${MODIFIERS}${name.replaceAll('$', String.raw`\$`)}(?![\p{L}\p{N}_$])(?<rest>.*)$`,
    'u',
  );
  const lines = code.split('\n');
  return lines.flatMap((line, at) => {
    const { indentation, rest } = member.exec(line)?.groups ?? {};
    if (indentation === undefined || rest === undefined) return [];
    const head = headOf(lines.slice(0, at), indentation.length);
    const owner = head === undefined ? ownerWithin(around, rest) : ownerBelow(head, rest);
    return owner === undefined ? [] : [owner];
  });
}

/** The last line that is indented less; where it opens a block alone, the one before it. */
function headOf(before: readonly string[], indentation: number): string | undefined {
  const at = before.findLastIndex((line) => line.trim() !== '' && line.search(/[^ \t]/u) < indentation);
  return before[at]?.trim() === '{' ? before[at - 1] : before[at];
}

function ownerWithin(around: string | undefined, rest: string): string | undefined {
  return ASSIGNED.test(rest) ? around : undefined;
}

function ownerBelow(head: string, rest: string): string | undefined {
  if (BLOCK_OF_GO.test(head)) return '';
  const { kind, owner } = TYPE.exec(head)?.groups ?? {};
  return ASSIGNED.test(rest) || (kind === 'enum' && LISTED.test(rest)) ? owner : undefined;
}
