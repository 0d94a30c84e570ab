/** A date as ISO 8601; undefined for what is none. Years beyond four digits are a counter, not a date. */
export function isoDate(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number' && !(value instanceof Date)) return undefined;
  const moment = new Date(value);
  if (Number.isNaN(moment.getTime())) return undefined;
  const year = moment.getUTCFullYear();
  return year >= 1000 && year <= 9999 ? moment.toISOString() : undefined;
}

const LONGEST_TAG = 200;

/** Tags as they are filtered by: without `#`, each once, a nested one also by the ones it lies in (`work/rent` is in `work`). */
export function tagList(tags: readonly string[]): readonly string[] {
  const all = new Set<string>();
  for (const raw of tags) {
    const tag = raw
      .trim()
      .replace(/^[#@]/, '')
      .replace(/(?<!\/)\/+$/, '');
    if (tag === '' || tag.length > LONGEST_TAG) continue;
    for (let slash = tag.indexOf('/'); slash > 0; slash = tag.indexOf('/', slash + 1)) all.add(tag.slice(0, slash));
    all.add(tag);
  }
  return [...all];
}

/** One value or a list of them, as texts; a text may hold several, between commas. */
export function textList(value: unknown): readonly string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [value];
  return values.flatMap((one) => (typeof one === 'string' || typeof one === 'number' ? [String(one).trim()] : [])).filter(Boolean);
}

/** The last part of a path without its extension. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
}
