import type { z } from 'zod';
import type { Scope } from '../access/scopes.js';

/** A route of the HTTP API as its description has it. */
export interface Route {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** With parameters in braces: `/api/jobs/{id}`. */
  readonly path: string;
  readonly summary: string;
  /** Scope a token needs; undefined: no token at all. */
  readonly scope?: Scope;
  /** What may stand in the query string; only texts arrive there. */
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** A line of `application/x-ndjson`, where lines are taken beside JSON. */
  readonly line?: z.ZodType;
  /** True where any file of an extracted format is taken, too, under its own media type. */
  readonly takesFiles?: boolean;
  /** Of success; 200 unless said otherwise. */
  readonly status?: number;
  readonly answer: z.ZodType;
  /** A line of the answer to lines. */
  readonly answerLine?: z.ZodType;
  /** True where `Accept: text/event-stream` makes it a stream. */
  readonly streams?: boolean;
  /** True where `Idempotency-Key` counts. */
  readonly once?: boolean;
}
