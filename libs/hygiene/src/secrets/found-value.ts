import { isPlaceholder } from './placeholders.js';

export interface FoundValue {
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

export const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** What the last group of a sticky pattern matches at a place; undefined where that stands for a secret only, and for UUIDs. */
export function valueBy(pattern: RegExp, text: string, at: number): FoundValue | undefined {
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  const value = found?.at(-1);
  if (found === null || value === undefined || isPlaceholder(value) || UUID.test(value)) return undefined;
  const start = at + found[0].lastIndexOf(value);
  return { value, start, end: start + value.length };
}
