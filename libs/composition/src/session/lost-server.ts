import { hasCode } from '@tributary/kernel';

/** How a call failed because of the connection, not because of what was asked: before the server saw it, or somewhere in the middle. */
export type Loss = 'not-sent' | 'in-flight';

/** @returns undefined when the server answered, be it with an error */
export function lossOf(error: unknown): Loss | undefined {
  if (hasCode(error, 'SERVER.UNREACHABLE')) return isRefusedConnection(error) ? 'not-sent' : 'in-flight';
  // A server that dies while it writes leaves half an answer, which does not parse.
  return hasCode(error, 'SERVER.ANSWER_INVALID') ? 'in-flight' : undefined;
}

function isRefusedConnection(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && cause.code === 'ECONNREFUSED') return true;
  }
  return false;
}
