import { toErrorRecord } from '@tributary/kernel';
import type { FastifyReply } from 'fastify';

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

/** Bodies that never became a message, by the code of their refusal: JSON-RPC’s number and the status. */
const REFUSED_BODIES: ReadonlyMap<string, { readonly number: number; readonly status: number }> = new Map([
  ['REQUEST.MALFORMED', { number: PARSE_ERROR, status: 400 }],
  ['REQUEST.TOO_DEEP', { number: INVALID_REQUEST, status: 400 }],
  ['REQUEST.TOO_LARGE', { number: INVALID_REQUEST, status: 413 }],
]);

/** Answers a body that is no message as JSON-RPC wants it, without an id; false for every other error. */
export function sendRefusedBody(reply: FastifyReply, thrown: unknown): boolean {
  const { code, message } = toErrorRecord(thrown);
  const refusal = REFUSED_BODIES.get(code);
  if (refusal === undefined) return false;
  const error = { code: refusal.number, message, data: { code } };
  void reply
    .status(refusal.status)
    .header('content-type', 'application/json')
    .send(JSON.stringify({ jsonrpc: '2.0', id: null, error }));
  return true;
}
