/** Consecutive texts and their UTF-16 units. */
interface Slice {
  readonly texts: readonly string[];
  readonly units: number;
}

/** Cuts a list into slices of at most so many texts and units, or one longer text. */
export function slicesOf(texts: readonly string[], most: { readonly texts: number; readonly units: number }): readonly Slice[] {
  const slices: Slice[] = [];
  let slice: string[] = [];
  let units = 0;
  for (const text of texts) {
    if (slice.length > 0 && (slice.length === most.texts || units + text.length > most.units)) {
      slices.push({ texts: slice, units });
      slice = [];
      units = 0;
    }
    slice.push(text);
    units += text.length;
  }
  if (slice.length > 0) slices.push({ texts: slice, units });
  return slices;
}
