/** A secret in a text: its offsets in UTF-16 units, the end exclusive. */
export interface Secret {
  readonly rule: string;
  readonly start: number;
  readonly end: number;
}

/** Reads a secret at a place; undefined where none is. Looks at a bounded number of characters, or at none a second time. */
export type SecretReader = (text: string, at: number) => Secret | undefined;
