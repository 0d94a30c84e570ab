import { InvalidArgumentError } from 'commander';

/** Options every command takes. */
export interface GlobalOptions {
  readonly json?: boolean;
  readonly data?: string;
  readonly url?: string;
  readonly token?: string;
  readonly config?: string;
}

/** Reads an option that is a whole number between two bounds, both allowed. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() !== '' && Number.isSafeInteger(value) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`Write a whole number from ${least.toString()} to ${most.toString()}.`);
  };
}

/** Reads an option that is a number from 0 to 1. */
export function share(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= 0 && value <= 1) return value;
  throw new InvalidArgumentError('Write a number from 0 to 1.');
}

const LANES = ['semantic', 'keyword', 'fuzzy'] as const;

/** Reads weights of lanes: `keyword=2,semantic=0.5`. */
export function weights(text: string): Partial<Record<(typeof LANES)[number], number>> {
  const entries = text.split(',').map((part) => {
    const [name = '', value = ''] = part.split('=').map((piece) => piece.trim());
    const lane = LANES.find((one) => one === name);
    const weight = value === '' ? Number.NaN : Number(value);
    if (lane !== undefined && weight >= 0 && Number.isFinite(weight)) return [lane, weight] as const;
    throw new InvalidArgumentError('Write lanes with weights of 0 or more, such as keyword=2,semantic=0.5.');
  });
  return Object.fromEntries(entries);
}

/** Reads an option that is JSON. */
export function json(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    throw new InvalidArgumentError('Write JSON, in single quotes so that the shell leaves it alone.');
  }
}

/** Collects an option that may be repeated or hold a comma-separated list. */
export function list(text: string, before: readonly string[] = []): readonly string[] {
  const items = text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
  if (items.length > 0) return [...before, ...items];
  throw new InvalidArgumentError('Name at least one.');
}
