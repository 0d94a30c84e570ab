/** What the dialects are set up with: section `dialects` of the configuration, a key a dialect. */
export type DialectSettings = Readonly<Record<string, unknown>>;
