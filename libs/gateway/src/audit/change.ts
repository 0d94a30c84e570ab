import type { Principal } from '@tributary/contracts';
import { toErrorRecord } from '@tributary/kernel';

/** Names, ids and sizes; never texts, filters or tokens. */
export type ChangeFields = Readonly<Record<string, string | number | boolean | undefined>>;

/** What is told of one call that changes something. */
export interface Change extends ChangeFields {
  readonly operation: string;
  /** Subject of the caller: `owner`, the name of a token, or whom an issuer names. */
  readonly by: string;
  /** For which user, where the caller acts for one. */
  readonly user: string | undefined;
  readonly outcome: 'done' | 'failed';
  /** Code of the error it failed with. */
  readonly code: string | undefined;
}

export interface CalledChange<T> {
  readonly operation: string;
  readonly principal: Principal;
  readonly asked: ChangeFields;
  /** What is known only from the answer, such as how much went. */
  readonly answered?: (answer: T) => ChangeFields;
}

/** Runs a call and tells how it ended, also one that failed. */
export async function telling<T>(
  { operation, principal, asked, answered }: CalledChange<T>,
  tell: (change: Change) => void,
  work: () => Promise<T>,
): Promise<T> {
  const said = { operation, by: principal.subject, user: principal.user_id, ...asked };
  try {
    const answer = await work();
    tell({ ...said, ...answered?.(answer), outcome: 'done', code: undefined });
    return answer;
  } catch (error) {
    tell({ ...said, outcome: 'failed', code: toErrorRecord(error).code });
    throw error;
  }
}
