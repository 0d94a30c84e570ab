/** A secret in a text: its offsets in UTF-16 units, the end exclusive. */
export interface Secret {
  readonly rule: string;
  readonly start: number;
  readonly end: number;
}

/** What is known of a text whose secrets are looked for. */
export interface SecretContext {
  /** Whether a word without quotes may be a value: in settings, notes and shells. In programs it is a name. */
  readonly hasBareValues: boolean;
}

/** Reads a secret at a place; undefined where none is. Looks at a bounded number of characters, or at none a second time. */
export type SecretReader = (text: string, at: number, context: SecretContext) => Secret | undefined;
