import type { LoggerService } from '@nestjs/common';
import type { Logger } from './logger.js';

/** Nest’s own messages in our log; its chatter about modules and routes counts as debug. */
export class NestLogger implements LoggerService {
  readonly #logger: Logger;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  log(message: unknown, ...context: unknown[]): void {
    this.#logger.debug(textOf(message), fieldsOf(context));
  }

  debug(message: unknown, ...context: unknown[]): void {
    this.#logger.debug(textOf(message), fieldsOf(context));
  }

  verbose(message: unknown, ...context: unknown[]): void {
    this.#logger.debug(textOf(message), fieldsOf(context));
  }

  warn(message: unknown, ...context: unknown[]): void {
    this.#logger.warn(textOf(message), fieldsOf(context));
  }

  error(message: unknown, ...context: unknown[]): void {
    this.#logger.error(textOf(message), fieldsOf(context));
  }

  fatal(message: unknown, ...context: unknown[]): void {
    this.#logger.error(textOf(message), fieldsOf(context));
  }
}

function textOf(message: unknown): string {
  if (message instanceof Error) return message.message;
  return typeof message === 'string' ? message : JSON.stringify(message);
}

// Nest appends the name of the class that speaks; for errors a stack stands before it.
function fieldsOf(context: readonly unknown[]): { readonly from?: string } {
  const from = context.at(-1);
  return typeof from === 'string' && !from.includes('\n') ? { from } : {};
}
