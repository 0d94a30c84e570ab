import { createHash } from 'node:crypto';
import type { Principal } from '@tributary/contracts';

/** A token of the configuration and whom it stands for. */
export interface StaticToken {
  readonly token: string;
  readonly scopes: readonly string[];
  readonly userId?: string | undefined;
  readonly groups: readonly string[];
  readonly collections: readonly string[];
}

/** Looks tokens up by their digest, so that the time of a refusal tells nothing about the tokens there are. */
export class StaticTokens {
  readonly #principals: ReadonlyMap<string, Principal>;

  /** @param tokens by name; the name becomes part of the subject */
  constructor(tokens: Readonly<Record<string, StaticToken>>) {
    this.#principals = new Map(Object.entries(tokens).map(([name, token]) => [digestOf(token.token), principalOf(name, token)]));
  }

  find(token: string): Principal | undefined {
    return this.#principals.get(digestOf(token));
  }
}

/** Under what principals of a token of the configuration are known. */
export function subjectOfToken(name: string): string {
  return `token:${name}`;
}

function principalOf(name: string, { scopes, userId, groups, collections }: StaticToken): Principal {
  return {
    subject: subjectOfToken(name),
    ...(userId === undefined ? {} : { user_id: userId }),
    groups: [...groups],
    scopes: [...scopes],
    collections: [...collections],
    unrestricted: false,
  };
}

function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('base64');
}
