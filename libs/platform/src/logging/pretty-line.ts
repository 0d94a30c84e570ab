import { z } from 'zod';

const Line = z.looseObject({ level: z.string(), time: z.string(), component: z.string().optional(), msg: z.string().default('') });

/** One JSON log line as one readable line: time, level, component, message, then `name=value` for the rest. Control characters, which an id may have, are written as
 *  JSON writes them, so that a line stays a line and no terminal acts on it. */
export function prettyLine(json: string): string {
  const { level, time, component = '', msg, ...fields } = Line.parse(JSON.parse(json));
  const rest = Object.entries(fields).map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const line = [time.slice(11, 23), level.toUpperCase().padEnd(5), component, msg, ...rest].filter((part) => part !== '').join(' ');
  return `${line.replaceAll(/\p{Cc}/gu, escaped)}\n`;
}

function escaped(character: string): string {
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
}
