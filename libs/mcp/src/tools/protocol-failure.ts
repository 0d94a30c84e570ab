import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { isAbort, isSurprise, toErrorRecord } from '@tributary/kernel';

/** A thrown value as an error of the protocol, for requests that are no tool calls: code and message; of a surprise only that there was one. */
export function asProtocolError(error: unknown, report: ((error: unknown) => void) | undefined): ProtocolError {
  if (error instanceof ProtocolError) return error;
  const record = toErrorRecord(error);
  const { category, code, message } = record;
  if (category !== 'internal') return new ProtocolError(ProtocolErrorCode.InvalidParams, `${code}: ${message}`, { code });
  if (!isAbort(error)) report?.(error);
  return new ProtocolError(
    ProtocolErrorCode.InternalError,
    `${code}: ${isSurprise(record) ? 'Something went wrong in the server.' : message}`,
  );
}
