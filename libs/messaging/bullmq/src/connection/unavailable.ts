import { TributaryError, retryable } from '@tributary/kernel';

/** What the client says of commands on a connection that has failed already: not why. */
const SAYS_NOTHING = /^Connection is closed|^Stream isn't writeable|^Reached the max retries/;
/** Codes of a server whose certificate is not taken: DEPTH_ZERO_SELF_SIGNED_CERT, ERR_TLS_CERT_ALTNAME_INVALID, UNABLE_TO_VERIFY_LEAF_SIGNATURE. */
const NOT_TRUSTED = /CERT|^ERR_(?:TLS|SSL)|^UNABLE_TO_/;
const RIGHTS = 'NOPERM';
const SIGN_IN = /^(?:WRONGPASS|NOAUTH)/;
/** What a server answers that is there and takes no writes, also as a script of an older Redis passes it on. */
const NO_WRITES = /(?:^|-)(OOM|READONLY|MASTERDOWN|MISCONF|NOREPLICAS|LOADING)\b/;
const DEMOTED = [
  'Redis is a replica, which takes no writes',
  'After a failover connections follow by themselves; where it stays so, let redis.url lead to the master.',
] as const;
const WHY_NO_WRITES: Readonly<Record<string, readonly [what: string, next: string]>> = {
  OOM: [
    'Redis has no memory left for what it is to keep',
    'Give it more (maxmemory); "tributary doctor" says what waits and what is dead in it.',
  ],
  READONLY: DEMOTED,
  MASTERDOWN: DEMOTED,
  MISCONF: ['Redis cannot write to its disk, so that it takes no writes', 'Free space there; its log says more.'],
  NOREPLICAS: ['Redis has too few replicas to take writes', 'Bring them back, or lower its min-replicas-to-write.'],
  LOADING: ['Redis still reads its data', 'Ask again in a moment.'],
};

/** What a caller hears when Redis did not do what it was asked for; our own errors pass as they are. */
export function unavailable(cause: unknown): TributaryError {
  if (cause instanceof TributaryError) return cause;
  return retryable('QUEUE.UNAVAILABLE', sentenceOf(redisReason(cause)), { cause });
}

/** Waits for a command and turns its failure into `QUEUE.UNAVAILABLE`. */
export async function orUnavailable<T>(command: Promise<T>): Promise<T> {
  try {
    return await command;
  } catch (error) {
    throw unavailable(error);
  }
}

/** Whether it failed since Redis is not there, or not yet; what is refused to a user stays so until somebody changes a setting. */
export function isAway(error: unknown): boolean {
  const reason = redisReason(error instanceof TributaryError ? error.cause : error);
  return reason === undefined || !(SIGN_IN.test(reason) || reason.startsWith(RIGHTS) || NOT_TRUSTED.test(reason));
}

/** Why a connection or a command failed, without the server's address: a code (`ECONNREFUSED`, `WRONGPASS`), or a sentence; undefined where only that it failed is known. */
export function redisReason(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  const [signIn] = SIGN_IN.exec(error.message) ?? [];
  if (signIn !== undefined) return signIn;
  const [, noWrites] = NO_WRITES.exec(error.message) ?? [];
  if (noWrites !== undefined) return noWrites;
  return error.message === '' || SAYS_NOTHING.test(error.message) ? undefined : error.message;
}

function sentenceOf(reason: string | undefined): string {
  if (reason === undefined) return 'Redis does not answer. Check that it runs and that redis.url is right.';
  const [what, next] = WHY_NO_WRITES[reason] ?? [];
  if (what !== undefined && next !== undefined) return `${what} (${reason}). ${next}`;
  if (SIGN_IN.test(reason)) return `Redis refuses the user or the password (${reason}). Check both in redis.url.`;
  if (reason.startsWith(RIGHTS))
    return `Redis refuses what its user may not do (${reason}). Give that user the rights of docker/redis-users.acl.`;
  if (NOT_TRUSTED.test(reason))
    return `Redis shows a certificate that is not trusted (${reason}). Check that redis.url names the host it is made out to, and name its authority by NODE_EXTRA_CA_CERTS.`;
  return `Redis does not answer (${reason}). Check that it runs and that redis.url is right.`;
}
