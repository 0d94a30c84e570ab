/** Whether a UTF-16 unit is white space in the sense of `\s`: spaces, line ends, the no-break space, the byte order mark. */
export function isBlank(unit: number): boolean {
  if (unit === 32 || (unit >= 9 && unit <= 13)) return true;
  if (unit < 0xa0) return false;
  return (
    unit === 0xa0 ||
    unit === 0x1680 ||
    (unit >= 0x2000 && unit <= 0x200a) ||
    unit === 0x2028 ||
    unit === 0x2029 ||
    unit === 0x202f ||
    unit === 0x205f ||
    unit === 0x3000 ||
    unit === 0xfeff
  );
}

/** A part of a text by UTF-16 offsets, the end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The span without blank lines around it and without white space at its end; the first line keeps its indentation. Undefined when all is blank. */
export function trimSpan(text: string, span: Span): Span | undefined {
  let first = span.start;
  let lineStart = span.start;
  while (first < span.end && isBlank(text.charCodeAt(first))) {
    first++;
    if (text.charCodeAt(first - 1) === 10) lineStart = first;
  }
  if (first === span.end) return undefined;
  let end = span.end;
  while (isBlank(text.charCodeAt(end - 1))) end--;
  const isIndentation = lineStart > span.start || lineStart === 0 || text.charCodeAt(lineStart - 1) === 10;
  return { start: isIndentation ? skipMark(text, lineStart) : first, end };
}

function skipMark(text: string, at: number): number {
  return text.charCodeAt(at) === 0xfeff ? at + 1 : at;
}
