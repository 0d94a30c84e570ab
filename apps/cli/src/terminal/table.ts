/** Rows as aligned columns, two spaces apart; columns of numbers stand right. The first row is the heading. */
export function alignColumns(rows: readonly (readonly string[])[]): readonly string[] {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const shapes = Array.from({ length: columns }, (_, column) => {
    const cells = rows.map((row) => row[column] ?? '');
    return { width: Math.max(...cells.map((cell) => cell.length)), isNumber: cells.slice(1).every((cell) => /^[\d,.]*$/.test(cell)) };
  });
  return rows.map((row) =>
    shapes
      .map(({ width, isNumber }, column) => (isNumber ? (row[column] ?? '').padStart(width) : (row[column] ?? '').padEnd(width)))
      .join('  ')
      .trimEnd(),
  );
}
