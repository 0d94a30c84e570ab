import type { PointPayload } from '@tributary/contracts';
import type { NamedDefinition } from '@tributary/ranking';
import { isTest } from '../close-look/test-files.js';
import { isDefinition } from './is-definition.js';

/** How what says a name is told to use it: code before tests, and these before what is written about it; -1 where it does not say it, or defines it. */
export const USE = { code: 2, test: 1, text: 0, none: -1 } as const;

/** The kind of use a passage is of what a query is the name of. */
export function useOf(payload: PointPayload, wanted: NamedDefinition): number {
  if (!saysName(payload.content, wanted.name) || isDefinition(payload, { ...wanted, within: [] })) return USE.none;
  if (payload.type !== 'code') return USE.text;
  return isTest(payload) ? USE.test : USE.code;
}

/** Whether a text says a name letter by letter, and not as a part of another. */
export function saysName(text: string, name: string): boolean {
  if (!text.includes(name)) return false;
  return new RegExp(`(?<![\\p{L}\\p{N}_$])${name.replaceAll('$', '\\$')}(?![\\p{L}\\p{N}_$])`, 'u').test(text);
}

/** Whether it says it with what the query says before it: `requests.get`, `std::vector`. */
export function saysWhole(text: string, { name, within }: NamedDefinition): boolean {
  if (within.length === 0 || !text.includes(name)) return within.length === 0;
  const whole = [...within.slice(-1), name].map((part) => part.replaceAll('$', '\\$')).join('(?:\\.|::|#|->)');
  return new RegExp(`(?<![\\p{L}\\p{N}_$])${whole}(?![\\p{L}\\p{N}_$])`, 'u').test(text);
}
