import type { DefinitionKind } from '../code/definition.js';

/** What a node must hold. */
export interface Condition {
  readonly at: readonly string[];
  readonly types: readonly string[];
  /** Types that may stand around it, with the steps into them: pointers to what is declared, calls that are handed a function. */
  readonly through?: Readonly<Record<string, Passage>>;
}

interface Passage {
  readonly steps: readonly string[];
  /** Only of calls of what is written so. */
  readonly called?: RegExp;
}

/** How one kind of node defines something. */
export interface DefinitionRule {
  readonly kind: DefinitionKind;
  /** The language's own word for it, for title paths; left out: the kind. */
  readonly word?: string;
  /** Its own word instead where a child of that type is there: `struct`, `interface`. */
  readonly words?: readonly string[];
  /** Steps from the node to its name: a field, `field*` followed as far as it goes, `>type|other` for the first child of such a type, or `>` for the first
   *  that has a name in the grammar. Left out: the field `name`. */
  readonly name?: readonly string[];
  /** The whole text is the name, as of selectors. */
  readonly isVerbatim?: boolean;
  /** Names it where the text itself does: a constructor has none of its own in some languages. */
  readonly fixedName?: string;
  /** Only where the steps lead to a node of one of these types. */
  readonly when?: Condition;
  /** Only where this field is there: what has none is named here, not defined. */
  readonly needs?: string;
  /** Steps to the type it belongs to, where it does not stand in it. */
  readonly qualifier?: readonly string[];
}

/** What of a language's syntax tree matters for its passages. Everything else is text between definitions. */
export interface LanguageSyntax {
  readonly definitions: Readonly<Record<string, DefinitionRule>>;
  /** Comments, attributes and decorators that stand in front of what they belong to. */
  readonly leads: readonly string[];
  /** Nodes around a definition that begin and end with it: `export`, decorations, declarations of one constant. */
  readonly wrappers?: readonly string[];
  /** Nodes within wrappers that hold several: each of these begins and ends by itself. */
  readonly groups?: readonly string[];
  /** Nodes that hold the members of classes and modules. */
  readonly bodies?: readonly string[];
  /** Nodes that go on with the definition before them: bodies that stand beside their signature. */
  readonly continuations?: readonly string[];
  /** Grammars of the texts (`raw_text`) in elements of these types, as in single-file components. */
  readonly embedded?: Readonly<Record<string, 'typescript' | 'css'>>;
  /** Whether the grammar would look through most of a text again and again, in single steps that no bound of its work ends. */
  readonly takesLong?: (text: string) => boolean;
}
