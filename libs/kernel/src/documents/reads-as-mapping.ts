/** A name and its colon at the beginning of a line, in quotes or not; what it has for a value is the first group. */
const ENTRY = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|<<|[^\s#'"<>[\]{}*&!|%`,-][^\n]{0,100}?|-[^\s-][^\n]{0,100}?)[ \t]*:(?:[ \t](.*))?$/;
/** Comments, and lines of programs that fill in templates. */
const SILENT = /^(?:#|\{\{|\{%|<%)/;
const CLOSERS: Readonly<Record<string, string>> = { '[': ']', '{': '}', '"': '"', "'": "'" };

/** Whether lines read as a YAML mapping, as the front matter of a Markdown text is one: names with values. Mistakes in the values are let pass: whoever
 *  wrote them meant a head. Prose, headings and lists between two rules are none. Nothing at all is one.
 *  @param lines those between the marks, without their ends */
export function readsAsMapping(lines: readonly string[]): boolean {
  const said = lines.map((line) => line.trimEnd()).filter((line) => line !== '');
  if (said.length === 0) return true;
  if (said[0]?.startsWith('{') === true && !SILENT.test(said[0])) return said.at(-1)?.endsWith('}') === true;
  let entries = 0;
  /** What ends a value that began on a line before. */
  let closer: string | undefined;
  for (const line of said) {
    if (closer !== undefined) {
      if (endsWith(line, closer)) closer = undefined;
    } else if (!isPartOf(line, entries)) {
      const entry = ENTRY.exec(line);
      if (entry === null) return false;
      entries++;
      closer = openedBy(entry[1]?.trimStart());
    }
  }
  return entries > 0;
}

/** What stands below a name: an indented line, an item of its list; or what stands anywhere. */
function isPartOf(line: string, entries: number): boolean {
  return SILENT.test(line) || (entries > 0 && /^(?:\s|-(?:\s|$)|[\]}]$)/.test(line));
}

/** What has to come for a list or a text that begins a value, and is not on its line. */
function openedBy(value = ''): string | undefined {
  const closer = CLOSERS[value.charAt(0)];
  return closer === undefined || endsWith(value.slice(1), closer) || value.indexOf(closer, 1) > 0 ? undefined : closer;
}

function endsWith(line: string, closer: string): boolean {
  return line
    .replace(/(?<!\s)\s+#.*|,$/, '')
    .trimEnd()
    .endsWith(closer);
}
