import type { EnvironmentAlias, PresentSettings } from './aliases/environment-alias.js';
import { notesAliases } from './aliases/notes-aliases.js';
import { projectAliases } from './aliases/project-aliases.js';
import { qdrantAliases } from './aliases/qdrant-aliases.js';
import type { Environment } from './read-environment.js';
import type { Draft } from './draft.js';

/** The variables of each dialect; they act only in a process that serves it. */
const ALIASES: Readonly<Record<string, readonly EnvironmentAlias[]>> = {
  'memexd-control': projectAliases,
  notes: notesAliases,
  'project-code': projectAliases,
  qdrant: qdrantAliases,
};

/** Takes over the variables that the served dialects name. An empty one counts as not set.
 *  @returns the variables that stood for a setting */
export function readAliases(draft: Draft, dialects: readonly string[], environment: Environment): readonly string[] {
  const acting: string[] = [];
  const present = presentSettings(draft);
  for (const { variable, settings } of dialects.flatMap((dialect) => ALIASES[dialect] ?? [])) {
    const text = environment[variable]?.trim();
    if (text === undefined || text === '' || acting.includes(variable)) continue;
    const meant = settings(text, environment, present);
    for (const { path, value } of meant) draft.set(path, value, variable);
    if (meant.length > 0) acting.push(variable);
  }
  return acting;
}

/** The variables that act in a process which serves this dialect. */
export function dialectVariables(dialect: string): readonly string[] {
  return (ALIASES[dialect] ?? []).map(({ variable }) => variable);
}

function presentSettings(draft: Draft): PresentSettings {
  return {
    namesAt: (path) => draft.namesAt(path),
    valueAt: (path) => draft.valueAt(path),
    refuse: (problem) => {
      // Several variables may stand for what one of them says wrongly.
      if (!draft.problems.some(({ where }) => where === problem.where)) draft.problems.push(problem);
    },
  };
}
