import type { ServerFault } from './faulty-server.js';

/** The model behind a server: texts in, vectors of unit length out, without prefixes of its own. */
export interface ServedModel {
  readonly name: string;
  readonly dimension: number;
  readonly embed: (texts: readonly string[]) => Promise<readonly (readonly number[])[]>;
}

/** The model, computing each text once however often servers are asked for it: that a model says the same again is not what a test of their clients is about. */
export function computeOnce(embed: ServedModel['embed']): ServedModel['embed'] {
  const known = new Map<string, readonly number[]>();
  return async (texts) => {
    const unknown = [...new Set(texts)].filter((text) => !known.has(text));
    if (unknown.length > 0) (await embed(unknown)).forEach((vector, at) => known.set(unknown[at] ?? '', vector));
    return texts.map((text) => known.get(text) ?? []);
  };
}

/** The vectors as a fault of vectors would have them. */
export function spoil(vectors: readonly (readonly number[])[], texts: readonly string[], fault: ServerFault | undefined): number[][] {
  const copies = vectors.map((vector) => [...vector]);
  if (fault?.kind === 'count') return copies.slice(1);
  if (fault?.kind === 'dimension')
    return copies.map((vector, i) => (fault.text === undefined || texts[i]?.includes(fault.text) === true ? vector.slice(1) : vector));
  if (fault?.kind === 'nan')
    return copies.map((vector, i) => (texts[i]?.includes(fault.text) === true ? [Number.NaN, ...vector.slice(1)] : vector));
  if (fault?.kind === 'zeros') return copies.map((vector) => vector.map(() => 0));
  return copies;
}

/** The first numbers of each vector, scaled to unit length again. */
export function shorten(vectors: readonly (readonly number[])[], dimensions: number | undefined): readonly (readonly number[])[] {
  if (dimensions === undefined) return vectors;
  return vectors.map((vector) => {
    const head = vector.slice(0, dimensions);
    const length = Math.hypot(...head) || 1;
    return head.map((value) => value / length);
  });
}

/** JSON as Python's servers write it: a number that is none as the bare word. */
export function pythonJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => (Number.isNaN(inner) ? '\u0000NaN' : inner)).replaceAll('"\\u0000NaN"', 'NaN');
}

/** One text or a list of them; undefined for anything else. */
export function textsOf(input: unknown): readonly string[] | undefined {
  if (typeof input === 'string') return [input];
  return Array.isArray(input) && input.every((text): text is string => typeof text === 'string') ? input : undefined;
}

/** A field of a JSON object. */
export function fieldOf(body: unknown, key: string): unknown {
  return typeof body === 'object' && body !== null ? Reflect.get(body, key) : undefined;
}
