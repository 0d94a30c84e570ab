/** Section `dialects.nextcloud`. */
export interface NextcloudSettings {
  /** Whose documents are searched for the owner and for callers without a token; left out: those of nobody in particular. */
  readonly userId?: string | undefined;
  /** Names or patterns of the collections that hold the documents. */
  readonly collections: readonly string[];
  readonly semanticWeight: number;
  readonly keywordWeight: number;
  readonly fuzzyWeight: number;
}

/** What the configuration says where nobody wrote anything. */
export const NEXTCLOUD_DEFAULTS: NextcloudSettings = { collections: ['*'], semanticWeight: 0.5, keywordWeight: 0.3, fuzzyWeight: 0.2 };
