import { isSurprise, toErrorRecord } from '@tributary/kernel';
import { pino, type Logger as PinoLogger } from 'pino';
import type { Configuration } from '../config/schema/configuration.js';
import { scopeFields } from '../tracing/call-scope.js';
import { prettyLine } from './pretty-line.js';

/** What a message may carry: ids, codes and sizes; never texts, queries or tokens. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

type Level = 'debug' | 'info' | 'warn' | 'error';

/** Messages of a process, on standard error. */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** A logger whose messages all carry these fields. */
  child(fields: LogFields): Logger;
}

const MOST_FRAMES = 10;

interface Destination {
  write(line: string): unknown;
}

/** Makes the logger of a process. `component` names the app or part in every line. */
export function createLogger(
  settings: Configuration['log'],
  {
    component,
    destination = process.stderr,
  }: { readonly component: string; readonly destination?: Destination & { readonly isTTY?: boolean } },
): Logger {
  const isPretty = settings.format === 'pretty' || (settings.format === 'auto' && destination.isTTY === true);
  const stream = isPretty ? { write: (line: string) => destination.write(prettyLine(line)) } : destination;
  const options = {
    level: settings.level,
    base: { component },
    timestamp: pinoIsoTime,
    mixin: scopeFields,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  return new ProcessLogger(pino(options, { write: (line: string) => void stream.write(line) }));
}

/** A logger that says nothing. */
export const silentLogger: Logger = {
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  child: () => silentLogger,
};

/** An error as log fields: code and message; of a surprise also where in the code it came from. No cause: it may quote texts. */
export function errorFields(error: unknown): { readonly code: string; readonly reason: string; readonly frames?: string } {
  const { code, message } = toErrorRecord(error);
  const frames = isSurprise({ code }) && error instanceof Error ? framesOf(error) : '';
  return { code, reason: message, ...(frames === '' ? {} : { frames }) };
}

/** Functions with file and line, the innermost first. The stack begins with the message, which may look like frames, so only what follows it counts, up to
 *  the first line that is no frame: behind it may stand the text of another error. */
function framesOf({ message, stack = '' }: Error): string {
  const messageAt = stack.indexOf(message);
  if (messageAt === -1) return '';
  const [, ...lines] = stack
    .slice(messageAt + message.length)
    .split('\n')
    .map((line) => line.trim());
  const end = lines.findIndex((line) => !line.startsWith('at '));
  return lines.slice(0, Math.min(end === -1 ? MOST_FRAMES : end, MOST_FRAMES)).join(' ');
}

class ProcessLogger implements Logger {
  readonly #pino: PinoLogger;

  constructor(logger: PinoLogger) {
    this.#pino = logger;
  }

  debug(message: string, fields?: LogFields): void {
    this.#write('debug', message, fields);
  }

  info(message: string, fields?: LogFields): void {
    this.#write('info', message, fields);
  }

  warn(message: string, fields?: LogFields): void {
    this.#write('warn', message, fields);
  }

  error(message: string, fields?: LogFields): void {
    this.#write('error', message, fields);
  }

  child(fields: LogFields): Logger {
    return new ProcessLogger(this.#pino.child(fields));
  }

  #write(level: Level, message: string, fields: LogFields = {}): void {
    this.#pino[level](fields, message);
  }
}

function pinoIsoTime(): string {
  return `,"time":"${new Date().toISOString()}"`;
}

function nothing(): void {
  // Silence is the point.
}
