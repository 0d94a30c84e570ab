import { TributaryError, toErrorRecord } from '@tributary/kernel';
import type { Terminal } from '../terminal/terminal.js';
import { inOwnWords } from './own-words.js';
import { commandExitCode } from './usage-error.js';

/** Says what went wrong, one sentence for what was to be expected and a stack for a surprise, and answers the exit code. */
export function reportFailure(
  error: unknown,
  { terminal, asJson, command }: { readonly terminal: Terminal; readonly asJson: boolean; readonly command: string },
): number {
  const { code, message, retryable } = toErrorRecord(error);
  if (asJson) terminal.printJson({ error: { code, message, retryable } });
  const exitCode = commandExitCode(error);
  const isExpected = error instanceof TributaryError;
  const text = isExpected ? inOwnWords(message) : error instanceof Error ? (error.stack ?? message) : message;
  const hint = exitCode === 2 ? ` See "${command} --help".` : '';
  terminal.remark(`${terminal.styleRemark('red', isExpected ? text : 'Unexpected failure:')}${isExpected ? '' : ` ${text}`}${hint}`);
  return exitCode;
}
