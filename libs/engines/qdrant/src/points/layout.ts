/** Payload field that holds what Tributary keeps beside the caller's fields; not part of `PointPayload`. */
export const OWN = '_tributary';

/** A path into it. */
export function own(field: string): string {
  return `${OWN}.${field}`;
}

/** Names of the vectors of a collection that Tributary made, beside that of its own model, which its card tells. */
export const STATIC = 'static';
export const SPARSE = 'sparse';

export const IS_CHUNK = { key: own('kind'), match: { value: 'chunk' } } as const;
export const IS_DOCUMENT = { key: own('kind'), match: { value: 'document' } } as const;
