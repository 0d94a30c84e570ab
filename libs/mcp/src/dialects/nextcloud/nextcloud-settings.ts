/** Section `dialects.nextcloud`. */
export interface NextcloudSettings {
  /** Whose documents are searched for the owner and for callers without a token; left out: those of nobody in particular. */
  readonly userId?: string | undefined;
  /** Names or patterns of the collections that hold the documents. */
  readonly collections: readonly string[];
  readonly semanticWeight: number;
  readonly keywordWeight: number;
  readonly fuzzyWeight: number;
  /** The Nextcloud that hits are verified against; left out: they are not. */
  readonly source?: NextcloudSourceSettings | undefined;
}

export interface NextcloudSourceSettings {
  readonly url: string;
  /** Names or patterns of the collections whose documents come from there. */
  readonly collections: readonly string[];
  readonly timeoutMs: number;
  readonly tokenExchange?:
    | {
        readonly url: string;
        readonly clientId: string;
        readonly clientSecret: string;
        readonly audience: string;
        readonly scope?: string | undefined;
      }
    | undefined;
}

/** What the configuration says where nobody wrote anything. */
export const NEXTCLOUD_DEFAULTS: NextcloudSettings = { collections: ['*'], semanticWeight: 0.5, keywordWeight: 0.3, fuzzyWeight: 0.2 };
