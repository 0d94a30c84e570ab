/** Words that name no concept; as a whole name or as a part of one. */
const VAGUE = new Set(['util', 'utils', 'helper', 'helpers', 'common', 'misc', 'shared', 'manager', 'managers']);

/** @type {(tree: import('./source-tree.mjs').Tree) => import('./source-tree.mjs').Verdict} */
export function names({ paths }) {
  const vague = new Set(paths.flatMap(vaguePartsOf));
  return {
    measured: [`files and folders with a vague name: ${vague.size} (0)`],
    violations: [...vague].map((path) => `${path}: name it after what it holds`),
  };
}

function vaguePartsOf(path) {
  const segments = path.split('/');
  return segments.flatMap((segment, position) => {
    const isVague = segment
      .toLowerCase()
      .split(/[-._]/)
      .some((word) => VAGUE.has(word));
    return isVague ? [segments.slice(0, position + 1).join('/')] : [];
  });
}
