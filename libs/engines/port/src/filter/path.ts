import { permanent } from '@tributary/kernel';

/** A step into a payload: a field, one element of a list, or all of them. */
type PathStep = { readonly field: string } | { readonly index: number } | 'each';

const FIELD = /(?:[\p{L}\p{N}_-]+|"[^"]+")/u;
const PATH = new RegExp(`^${FIELD.source}(?:\\[\\d*\\])*(?:\\.${FIELD.source}(?:\\[\\d*\\])*)*$`, 'u');
const STEP = new RegExp(`${FIELD.source}|\\[\\d*\\]`, 'gu');

/** Reads a payload path as Qdrant writes it: `a.b`, `a[].b`, `a[0]`, `"a key".b`. @throws `FILTER.INVALID` */
export function parsePath(key: string): readonly PathStep[] {
  if (!PATH.test(key)) {
    throw permanent(
      'FILTER.INVALID',
      `Not a payload field: ${JSON.stringify(key)}. Write nested fields with dots, list elements with [], and other characters in quotes: metadata."my field".`,
    );
  }
  return [...key.matchAll(STEP)].map(([step]) => {
    if (step === '[]') return 'each';
    if (step.startsWith('[')) return { index: Number(step.slice(1, -1)) };
    return { field: step.startsWith('"') ? step.slice(1, -1) : step };
  });
}

/** All values a path leads to; none where a step leads nowhere. Lists are entered only by `[]` and `[n]`. */
export function valuesAt(root: unknown, path: readonly PathStep[]): readonly unknown[] {
  let values: readonly unknown[] = [root];
  for (const step of path) {
    const [only] = values;
    values = values.length === 1 ? follow(only, step) : values.flatMap((value) => follow(value, step));
    if (values.length === 0) return values;
  }
  return values;
}

function follow(value: unknown, step: PathStep): readonly unknown[] {
  if (step === 'each') return Array.isArray(value) ? value : [];
  if ('index' in step) return Array.isArray(value) && step.index < value.length ? [value[step.index]] : [];
  if (!isObject(value) || !Object.hasOwn(value, step.field)) return [];
  const found = value[step.field];
  return found === undefined ? [] : [found];
}

/** True for a JSON object. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
