/** Numbers in columns as integers: a value times its column's scale is about the number it stands for. */
export interface QuantisedColumns<Values> {
  readonly values: Values;
  /** One for each column. */
  readonly scale: readonly number[];
}

/** Rounds to integers of at most `limit` (127 for a byte, 32,767 for two), each column by its own scale; the first `columns` of every row of `width`. */
export function quantiseColumns<Values extends Int8Array | Int16Array>(
  rows: Float32Array,
  { width, columns, into, limit }: { readonly width: number; readonly columns: number; readonly into: Values; readonly limit: number },
): QuantisedColumns<Values> {
  const greatest = new Float32Array(columns);
  for (let at = 0; at < rows.length; at += width)
    for (let column = 0; column < columns; column += 1)
      greatest[column] = Math.max(greatest[column] ?? 0, Math.abs(rows[at + column] ?? 0));
  const scale = Array.from(greatest, (value) => (value === 0 ? 1 : value / limit));
  for (let row = 0; row * width < rows.length; row += 1)
    for (let column = 0; column < columns; column += 1)
      into[row * columns + column] = Math.round((rows[row * width + column] ?? 0) / (scale[column] ?? 1));
  return { values: into, scale };
}
