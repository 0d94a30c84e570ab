import { maskField } from './mask-field.js';
import type { MaskedText } from './mask-secrets.js';

type Json = string | number | boolean | null | Json[] | { [name: string]: Json };
type Fields = Readonly<Record<string, Json>>;

/** Named fields without their secrets: texts, and texts within lists, as `maskField` does it; all other values stay. */
export function maskFields(fields: Fields): { readonly fields: Record<string, Json>; readonly counts: MaskedText['counts'] } {
  const counts: Record<string, number> = {};
  const maskText = (name: string, value: Json): Json => {
    if (typeof value !== 'string') return value;
    const masked = maskField(name, value);
    for (const [rule, count] of Object.entries(masked.counts)) counts[rule] = (counts[rule] ?? 0) + count;
    return masked.text;
  };
  const maskValue = (name: string, value: Json): Json =>
    Array.isArray(value) ? value.map((one) => maskText(name, one)) : maskText(name, value);
  return { fields: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, maskValue(name, value)])), counts };
}
