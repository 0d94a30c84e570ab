import { QdrantClientResourceExhaustedError } from '@qdrant/js-client-rest';
import { permanent, retryable, TributaryError } from '@tributary/kernel';
import { z } from 'zod';

/** What a call was about, for the message. */
export interface CallPlace {
  readonly engine: string;
  readonly url: string;
  readonly collection?: string;
}

/** The client's error for an answer that is not 200, by shape: it exports no class for it. */
const Refusal = z.object({ status: z.number(), data: z.unknown() });
const Explained = z.object({ status: z.object({ error: z.string() }) });
const CONNECTION_LOST = 'fetch failed';
const REFUSED = 'ECONNREFUSED';
/** What proxies answer for a server that is not there, and servers for work they do not take now. */
const NOT_READY = 503;
/** How a node says that it cannot reach the one through which all writes of a shard go, in the words of its releases. What such a node says of others stands further on. */
const LEADER_AWAY =
  /ordering via leader peer \d+: (?:Service internal error: )?(?:Tonic status error: )?(?:status: Unavailable\b|code: 'The service is currently unavailable'|transport error\b)/;

/** Turns whatever the client threw into an error of the engine: what, where, and what to do. The key is in none of them. */
export function toEngineError(error: unknown, place: CallPlace): TributaryError {
  if (error instanceof TributaryError) return error;
  if (error instanceof QdrantClientResourceExhaustedError) return busy(place, error.retry_after * 1000);
  const refusal = Refusal.safeParse(error);
  if (refusal.success) return fromStatus(refusal.data.status, { place, why: explanation(refusal.data.data), cause: error });
  if (error instanceof Error && error.name === 'TimeoutError') {
    return retryable('ENGINE.UNAVAILABLE', `${at(place)}: no answer in time. Check that the server is up and not overloaded.`, {
      category: 'timeout',
      cause: error,
    });
  }
  if (error instanceof SyntaxError) return notQdrant(place);
  return unreachable(place, error);
}

/** An error of a server that cannot be reached. */
export function unreachable(place: CallPlace, cause?: unknown): TributaryError {
  const inner = cause instanceof Error && cause.message === CONNECTION_LOST ? cause.cause : cause;
  const code = inner instanceof Error ? codeOf(inner) : undefined;
  const reason = code === undefined ? '' : ` (${code})`;
  return retryable(
    'ENGINE.UNAVAILABLE',
    `${at(place)}: the server cannot be reached${reason}. Check that it is up and that the url is right.`,
    {
      cause,
      untaken: code === undefined || code === REFUSED,
    },
  );
}

/** True for a failure that no answer told of. */
export function isUnanswered({ cause }: TributaryError): boolean {
  return !Refusal.safeParse(cause).success;
}

/** True for the failure of a write of which one of the nodes was away: the one that answered is there. */
export function isLeaderAway({ cause }: TributaryError): boolean {
  const refusal = Refusal.safeParse(cause);
  return refusal.success && tellsOfLeader(refusal.data.status, explanation(refusal.data.data));
}

/** An error of an answer no Qdrant gives. */
export function notQdrant(place: CallPlace): TributaryError {
  return permanent('ENGINE.NOT_QDRANT', `${at(place)}: what answers there is no Qdrant server. Check the url, its port and its path.`);
}

/** An error of a collection that is not there, or not any more. */
export function collectionNotFound({ engine, collection = '' }: Pick<CallPlace, 'engine' | 'collection'>): TributaryError {
  return permanent('COLLECTION.NOT_FOUND', `Engine ${engine} has no collection ${collection}.`, { category: 'not_found' });
}

function fromStatus(
  status: number,
  { place, why, cause }: { readonly place: CallPlace; readonly why: string | undefined; readonly cause: unknown },
): TributaryError {
  const options = { cause };
  if (status === 401 || status === 403) {
    return permanent(
      'ENGINE.DENIED',
      `${at(place)}: the server refused the API key. Set the api_key of this engine to one with enough rights.`,
      {
        category: 'denied',
        cause,
      },
    );
  }
  if (status === 429) return busy(place);
  if (status === 507)
    return retryable('ENGINE.FULL', `${at(place)}: the server is out of storage. Free some, or raise its quota.`, options);
  if (status === 408 || status >= 502)
    return retryable('ENGINE.UNAVAILABLE', `${at(place)}: the server is not ready (${status.toString()}).`, {
      cause,
      untaken: status === NOT_READY,
    });
  if (why === undefined) return notQdrant(place);
  if (status === 404) return collectionNotFound(place);
  if (status === 413)
    return permanent('ENGINE.TOO_LARGE', `${at(place)}: one point is bigger than the server takes. Use smaller chunks.`, {
      category: 'too_large',
      cause,
    });
  if (status === 409) return permanent('COLLECTION.EXISTS', `${at(place)}: ${why}`, { category: 'conflict', cause });
  if (/vector dimension error/i.test(why)) {
    return permanent('ENGINE.DIMENSION_MISMATCH', `${at(place)}: ${why}. Use the model the collection was made with.`, options);
  }
  if (tellsOfLeader(status, why)) {
    const message = `${at(place)}: the node that leads the writes of a shard is away, and none is taken for it until it is back: ${why}`;
    return retryable('ENGINE.UNAVAILABLE', message, { cause, untaken: true });
  }
  if (status >= 500) return retryable('ENGINE.FAILED', `${at(place)}: the server failed: ${why}`, options);
  return permanent('ENGINE.REFUSED', `${at(place)}: the server refused the request: ${why}`, options);
}

function busy(place: CallPlace, retryAfterMs?: number): TributaryError {
  return retryable('ENGINE.UNAVAILABLE', `${at(place)}: the server asks for fewer requests.`, {
    category: 'overloaded',
    untaken: true,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}

function at({ engine, url, collection }: CallPlace): string {
  return `Engine ${engine} at ${url}${collection === undefined ? '' : `, collection ${collection}`}`;
}

function tellsOfLeader(status: number, why: string | undefined): boolean {
  return status >= 500 && why !== undefined && LEADER_AWAY.test(why);
}

function explanation(data: unknown): string | undefined {
  const explained = Explained.safeParse(data);
  return explained.success ? explained.data.status.error : undefined;
}

function codeOf(error: Error): string {
  const { code } = z.object({ code: z.string().optional() }).catch({}).parse(error);
  return code ?? error.name;
}
