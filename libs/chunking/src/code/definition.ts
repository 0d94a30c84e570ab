/** What code defines: a function, a method, a class (interfaces, structs, enums and traits among them), a module. */
export interface Definition {
  readonly symbol: string;
  readonly kind: DefinitionKind;
  /** How it stands in a title path: `interface Engine`; the bare name where it was guessed without a parser. */
  readonly label: string;
  /** Its beginning up to its body, on one line; absent where it was guessed. */
  readonly signature?: string;
  /** What it stands in. */
  readonly parent?: Definition;
  /** The type it belongs to where it does not stand in it, as methods in Go and functions `A::b` in C++. */
  readonly qualifier?: string;
}

export type DefinitionKind = 'function' | 'method' | 'class' | 'module';

/** Names of what a definition stands in, outermost first. */
export function scopeOf({ parent, qualifier }: Definition): readonly string[] {
  const around = parent === undefined ? [] : [...scopeOf(parent), parent.symbol];
  return qualifier === undefined ? around : [...around, qualifier];
}

/** Whether `inner` stands in `outer`, or is it. */
export function isWithin(inner: Definition | undefined, outer: Definition): boolean {
  for (let at = inner; at !== undefined; at = at.parent) if (at === outer) return true;
  return false;
}
