import { parseArgs } from 'node:util';
import { permanent } from '@tributary/kernel';
import type { Override } from '../config/reading/load-configuration.js';

/** What every server takes on its command line. */
export interface ServerArguments {
  readonly file?: string | undefined;
  readonly overrides: readonly Override[];
  readonly paths: readonly string[];
}

const FLAGS = {
  data: ['data', 'folder'],
  host: ['server', 'host'],
  port: ['server', 'port'],
} as const;

/** Reads `--config FILE --data DIR --host ADDRESS --port NUMBER [PATH…]`. @throws `USAGE.ARGUMENTS` */
export function readServerArguments(args: readonly string[]): ServerArguments {
  const { values, positionals } = parse(args);
  const overrides = Object.entries(FLAGS).flatMap(([name, path]) => {
    const value = values[name];
    if (typeof value !== 'string') return [];
    return [{ path, value: name === 'port' && value !== '' && !Number.isNaN(Number(value)) ? Number(value) : value, flag: `--${name}` }];
  });
  const file = values['config'];
  return { overrides, paths: positionals, ...(typeof file === 'string' ? { file } : {}) };
}

function parse(args: readonly string[]): { readonly values: Readonly<Record<string, unknown>>; readonly positionals: readonly string[] } {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: { config: text, data: text, host: text, port: text } });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw permanent('USAGE.ARGUMENTS', `${reason} Options: --config FILE, --data DIR, --host ADDRESS, --port NUMBER.`);
  }
}
