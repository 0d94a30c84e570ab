import { z } from 'zod';

const Line = z.looseObject({ level: z.string(), time: z.string(), component: z.string().optional(), msg: z.string().default('') });

/** One JSON log line as one readable line: time, level, component, message, then `name=value` for the rest. */
export function prettyLine(json: string): string {
  const { level, time, component = '', msg, ...fields } = Line.parse(JSON.parse(json));
  const rest = Object.entries(fields).map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  return `${[time.slice(11, 23), level.toUpperCase().padEnd(5), component, msg, ...rest].filter((part) => part !== '').join(' ')}\n`;
}
