import { notesAliases } from './aliases/notes-aliases.js';
import { projectAliases } from './aliases/project-aliases.js';
import { qdrantAliases } from './aliases/qdrant-aliases.js';
import type { Environment } from './read-environment.js';
import type { ConfigurationProblem, Draft } from './draft.js';

/** Settings an older name of the environment stands for. */
export interface AliasedSetting {
  /** Code keys, such as `['dialects', 'qdrant', 'limit']`. */
  readonly path: readonly string[];
  readonly value: unknown;
}

/** What stands in the configuration already: the file, and the variables before. */
export interface PresentSettings extends Pick<Draft, 'namesAt' | 'valueAt'> {
  /** Ends the start with this problem. */
  refuse(problem: ConfigurationProblem): void;
}

/** A variable that another server is set up with, and what it means here. */
export interface EnvironmentAlias {
  readonly variable: string;
  /** @param text never empty
   *  @param environment the other variables, where one changes the meaning of another
   *  @returns none where it means nothing */
  readonly settings: (text: string, environment: Environment, present: PresentSettings) => readonly AliasedSetting[];
}

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
