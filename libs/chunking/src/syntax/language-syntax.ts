import type { DefinitionKind } from '../code/definition.js';

/** How one kind of node defines something. */
export interface DefinitionRule {
  readonly kind: DefinitionKind;
  /** The language's own word for it, for title paths; left out: the kind. */
  readonly word?: string;
  /** Steps from the node to its name: a field, `field*` followed as far as it goes, or `>type` for a child of that type. Left out: the field `name`. */
  readonly name?: readonly string[];
  /** Names it where the text itself does: a constructor has none of its own in some languages. */
  readonly fixedName?: string;
  /** Only where the field holds a node of one of these types. */
  readonly when?: { readonly field: string; readonly types: readonly string[] };
  /** Only where no such field is there: a type that is only named. */
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
  /** Nodes that hold the members of classes and modules. */
  readonly bodies?: readonly string[];
  /** Parts written in another language. */
  readonly embedded?: EmbeddedSyntax;
}

/** Elements whose text is written in another language, as in single-file components. */
export interface EmbeddedSyntax {
  /** The type of the element. */
  readonly element: string;
  /** The type of the child that holds the text. */
  readonly text: string;
  readonly grammar: string;
}
