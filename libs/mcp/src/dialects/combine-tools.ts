import type { Tool } from '../tools/tool.js';
import type { Dialect } from './dialect.js';

/** The tools of several dialects as one list. A name that an earlier dialect has is listed as `<dialect>_<name>`, and its description says so. */
export function combineTools(dialects: readonly Dialect[]): readonly Tool[] {
  const owners = new Map<string, string>();
  return dialects.flatMap(({ name: dialect, tools }) =>
    tools.map((tool) => {
      const owner = owners.get(tool.name);
      if (owner === undefined) owners.set(tool.name, dialect);
      return owner === undefined ? tool : renamed(tool, { dialect, owner });
    }),
  );
}

function renamed(tool: Tool, { dialect, owner }: { readonly dialect: string; readonly owner: string }): Tool {
  const description = `${tool.description} (This is "${tool.name}" of ${dialect}; the plain name belongs to ${owner}.)`;
  return { ...tool, name: `${dialect}_${tool.name}`, description };
}
