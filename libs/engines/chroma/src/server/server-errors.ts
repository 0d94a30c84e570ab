import {
  ChromaClientError,
  ChromaConnectionError,
  ChromaForbiddenError,
  ChromaNotFoundError,
  ChromaRateLimitError,
  ChromaServerError,
  ChromaUnauthorizedError,
  ChromaValueError,
} from 'chromadb';
import { TributaryError, permanent, retryable } from '@tributary/kernel';

/** What was asked of which server: what an error message has to say. */
export interface CallPlace {
  readonly engine: string;
  readonly address: string;
  /** Physical name of the collection, where the call is about one. */
  readonly collection?: string | undefined;
}

const BODY_TOO_LARGE = /\b413\b/;
const WRONG_DIMENSION = /dimension/i;

/** An error of the client in our words: which engine and collection, and what to do. */
export function serverError(error: unknown, place: CallPlace): Error {
  if (error instanceof TributaryError) return error;
  return (
    refusal(error, place) ??
    outage(error, place) ??
    permanent('ENGINE.REFUSED', `${at(place)} did not take the request: ${messageOf(error)}`, { cause: error })
  );
}

/** The error of a call on a collection that is not there. */
export function collectionMissing({ engine, collection = '' }: CallPlace, cause?: unknown): TributaryError {
  return permanent(
    'COLLECTION.NOT_FOUND',
    `There is no collection ${collection} in the engine ${engine}. List its collections, or make it.`,
    {
      category: 'not_found',
      cause,
    },
  );
}

/** True for an error that the same request may not meet again. */
export function isPassing(error: unknown): boolean {
  if (error instanceof ChromaServerError) return !BODY_TOO_LARGE.test(error.message);
  return error instanceof ChromaConnectionError || error instanceof ChromaRateLimitError;
}

function refusal(error: unknown, place: CallPlace): TributaryError | undefined {
  if (error instanceof ChromaUnauthorizedError || error instanceof ChromaForbiddenError) {
    const isUnknown = error instanceof ChromaUnauthorizedError;
    return permanent(
      isUnknown ? 'ENGINE.UNAUTHORIZED' : 'ENGINE.FORBIDDEN',
      `${at(place)} ${isUnknown ? 'does not accept the token' : 'does not allow this to the token'}: check the engine’s token, tenant and database.`,
      { category: isUnknown ? 'unauthenticated' : 'denied', cause: error },
    );
  }
  if (error instanceof ChromaNotFoundError) {
    if (place.collection !== undefined) return collectionMissing(place, error);
    return permanent(
      'ENGINE.VERSION_UNSUPPORTED',
      `${at(place)} is not a Chroma server of version 1.0 or newer: check the url, or update it.`,
      { cause: error },
    );
  }
  if (error instanceof ChromaClientError && WRONG_DIMENSION.test(error.message)) {
    return permanent(
      'ENGINE.DIMENSION_MISMATCH',
      `${at(place)} holds vectors of another dimension: use the model the collection was made with.`,
      {
        cause: error,
      },
    );
  }
  if (error instanceof ChromaServerError && BODY_TOO_LARGE.test(error.message)) {
    return permanent(
      'ENGINE.BATCH_TOO_LARGE',
      `${at(place)} takes only smaller requests: raise its max_payload_size_bytes, or split the document.`,
      {
        category: 'too_large',
        cause: error,
      },
    );
  }
  return error instanceof ChromaValueError ? permanent('ENGINE.REFUSED', `${at(place)}: ${error.message}`, { cause: error }) : undefined;
}

/** The error of a server with which no connection comes about. */
export function notListening(place: CallPlace, cause?: unknown): TributaryError {
  return retryable('ENGINE.UNAVAILABLE', `${at(place)} does not answer: check that it runs and that the url is right.`, {
    untaken: true,
    cause,
  });
}

/** Somebody listens there, and says nothing. */
export function noAnswer(place: CallPlace, withinMs: number): TributaryError {
  return retryable(
    'ENGINE.TIMEOUT',
    `${at(place)} did not answer within ${(withinMs / 1000).toString()} s: check that it is not overloaded.`,
    {
      category: 'timeout',
    },
  );
}

function outage(error: unknown, place: CallPlace): TributaryError | undefined {
  if (error instanceof ChromaRateLimitError) {
    return retryable('ENGINE.OVERLOADED', `${at(place)} asks for fewer requests: try again later.`, {
      category: 'overloaded',
      untaken: true,
      cause: error,
    });
  }
  if (error instanceof ChromaConnectionError) {
    return retryable('ENGINE.UNAVAILABLE', `${at(place)} does not answer: check that it runs and that the url is right.`, { cause: error });
  }
  if (error instanceof ChromaServerError) {
    return retryable('ENGINE.UNAVAILABLE', `${at(place)} failed: ${error.message}`, { cause: error });
  }
  if (error instanceof Error && error.name === 'TimeoutError') {
    return retryable('ENGINE.TIMEOUT', `${at(place)} did not answer in time: try again, or raise the engine’s timeout_ms.`, {
      category: 'timeout',
      cause: error,
    });
  }
  return undefined;
}

function at({ engine, address, collection }: CallPlace): string {
  const where = `The Chroma server of the engine ${engine} at ${address}`;
  return collection === undefined ? where : `${where} (collection ${collection})`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
