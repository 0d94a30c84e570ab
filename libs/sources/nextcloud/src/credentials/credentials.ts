/** For whom a source is to be asked. */
export interface CredentialRequest {
  readonly userId: string;
  readonly subjectToken?: string | undefined;
  readonly signal: AbortSignal;
}

/** Where the credentials for a source come from. */
export interface CredentialSource {
  /** The `Authorization` header of this user at the source; undefined where there is none for him. @throws where it could not be had */
  authorizationOf(request: CredentialRequest): Promise<string | undefined>;
}

/** The first of several sources that has credentials; one that fails is passed over. */
export function firstOf(...sources: readonly CredentialSource[]): CredentialSource {
  return {
    async authorizationOf(request) {
      for (const source of sources) {
        const header = await source.authorizationOf(request).catch(() => undefined);
        if (header !== undefined) return header;
      }
      return undefined;
    },
  };
}
