import type { Prompt } from '../prompts/prompt.js';
import type { Tool } from '../tools/tool.js';
import type { Dialect } from './dialect.js';

/** A part of a dialect as it is served beside those of other dialects. */
export interface Served<Part> {
  readonly dialect: Dialect;
  /** As the dialect calls it. */
  readonly ownName: string;
  /** With the name it is served under. */
  readonly part: Part;
}

/** The tools of several dialects as one list. A name that an earlier dialect has is listed as `<dialect>_<name>`, and its description says so. */
export function combineTools(dialects: readonly Dialect[]): readonly Served<Tool>[] {
  return combine(dialects, ({ tools }) => tools);
}

/** The same for their prompts. */
export function combinePrompts(dialects: readonly Dialect[]): readonly Served<Prompt>[] {
  return combine(dialects, ({ prompts = [] }) => prompts);
}

/** Tells under which name a tool of the dialect is served. */
export function namesOf(dialect: Dialect, served: readonly Served<Tool>[]): (tool: string) => string {
  return (tool) => served.find((one) => one.dialect === dialect && one.ownName === tool)?.part.name ?? tool;
}

function combine<Part extends Tool | Prompt>(
  dialects: readonly Dialect[],
  partsOf: (dialect: Dialect) => readonly Part[],
): readonly Served<Part>[] {
  const owners = new Map<string, string>();
  return dialects.flatMap((dialect) =>
    partsOf(dialect).map((part) => {
      const owner = owners.get(part.name);
      if (owner === undefined) owners.set(part.name, dialect.name);
      return { dialect, ownName: part.name, part: owner === undefined ? part : renamed(part, { dialect: dialect.name, owner }) };
    }),
  );
}

function renamed<Part extends Tool | Prompt>(part: Part, { dialect, owner }: { readonly dialect: string; readonly owner: string }): Part {
  const description = `${part.description} (This is "${part.name}" of ${dialect}; the plain name belongs to ${owner}.)`;
  return { ...part, name: `${dialect}_${part.name}`, description };
}
