import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { isAbort, toErrorRecord } from '@tributary/kernel';

/** A thrown value as an error of the protocol, for requests that are no tool calls: code and message; of our own faults only that there was one. */
export function asProtocolError(error: unknown, report: ((error: unknown) => void) | undefined): ProtocolError {
  if (error instanceof ProtocolError) return error;
  const { category, code, message } = toErrorRecord(error);
  if (category !== 'internal') return new ProtocolError(ProtocolErrorCode.InvalidParams, `${code}: ${message}`, { code });
  if (!isAbort(error)) report?.(error);
  return new ProtocolError(ProtocolErrorCode.InternalError, `${code}: Something went wrong in the server.`);
}
