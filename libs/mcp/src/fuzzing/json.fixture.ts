/** What can be sent. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
