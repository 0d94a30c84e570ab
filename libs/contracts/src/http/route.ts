import type { z } from 'zod';

/** What a token must have for a call. */
export type Scope = 'search:read' | 'documents:write' | 'admin';

/** A route of the HTTP API: what the server serves, its client asks and its description says. */
export interface Route {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** With parameters in braces: `/api/jobs/{id}`. */
  readonly path: `/api/${string}`;
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

/** Routes by what is asked of them. */
export type Routes = Readonly<Record<string, Route>>;
