/** Rows as a Markdown table, the first one as its head; columns and rows that are empty at the end are left out. Empty without any text. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const filled = rows.filter((row) => row.some((cell) => cell !== ''));
  const width = filled.reduce((widest, row) => Math.max(widest, row.findLastIndex((cell) => cell !== '') + 1), 0);
  const [head, ...body] = filled;
  if (head === undefined) return '';
  const rule = `|${' --- |'.repeat(width)}`;
  return [line(head, width), rule, ...body.map((row) => line(row, width))].join('\n');
}

function line(row: readonly string[], width: number): string {
  const cells = Array.from({ length: width }, (_, at) => (row[at] ?? '').replaceAll(/\s+/g, ' ').replaceAll('|', '\\|'));
  return `| ${cells.join(' | ')} |`;
}
