import { parseMoment } from '../filter/moment.js';
import { valueAtPlace, type ForeignFields } from './foreign-values.js';

/** Numbers above it count milliseconds: as seconds they would lie in the far future. */
const MILLISECONDS_FROM = 1e11;

/** How a maker writes the dates at a place as numbers. */
export interface DateWriting {
  readonly unit: 's' | 'ms';
  readonly isWhole: boolean;
}

/** How most of these points write dates at a place; undefined where that is as texts, or where none has any. */
export function dateWritingAt(payloads: readonly ForeignFields[], place: string): DateWriting | undefined {
  const values = payloads.map((payload) => valueAtPlace(payload, place) ?? '').filter((value) => value !== '');
  const numbers = values.filter((value) => typeof value === 'number');
  if (numbers.length * 2 <= values.length) return undefined;
  return { unit: numbers.every((value) => value > MILLISECONDS_FROM) ? 'ms' : 's', isWhole: numbers.every(Number.isInteger) };
}

/** Numbers count seconds, or milliseconds where seconds would lie in the far future. */
export function momentOf(value: number): Date {
  return new Date(value > MILLISECONDS_FROM ? value : value * 1000);
}

/** A date of ours as its maker would write it; what is no date stays as it is. */
export function dateAsWritten(value: unknown, writing: DateWriting | undefined): unknown {
  if (writing === undefined || typeof value !== 'string') return value;
  // Without a zone it is UTC, as filters read it.
  const milliseconds = parseMoment(value);
  if (milliseconds === undefined) return value;
  const number = writing.unit === 'ms' ? milliseconds : milliseconds / 1000;
  return writing.isWhole ? Math.floor(number) : number;
}
