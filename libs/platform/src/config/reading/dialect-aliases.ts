import type { Environment } from './read-environment.js';
import type { Draft } from './draft.js';

/** Settings an older name of the environment stands for. */
interface AliasedSetting {
  /** Code keys, such as `['dialects', 'qdrant', 'limit']`. */
  readonly path: readonly string[];
  readonly value: unknown;
}

/** A variable that another server is set up with, and what it means here. */
export interface EnvironmentAlias {
  readonly variable: string;
  /** @param text never empty
   *  @param environment the other variables, where one changes the meaning of another */
  readonly settings: (text: string, environment: Environment) => readonly AliasedSetting[];
}

/** The variables of each dialect; they act only in a process that serves it. */
const ALIASES: Readonly<Record<string, readonly EnvironmentAlias[]>> = {};

/** Takes over the variables that the served dialects name. An empty one counts as not set.
 *  @returns the variables that stood for a setting */
export function readAliases(draft: Draft, dialects: readonly string[], environment: Environment): readonly string[] {
  const acting: string[] = [];
  for (const { variable, settings } of dialects.flatMap((dialect) => ALIASES[dialect] ?? [])) {
    const text = environment[variable]?.trim();
    if (text === undefined || text === '' || acting.includes(variable)) continue;
    for (const { path, value } of settings(text, environment)) draft.set(path, value, variable);
    acting.push(variable);
  }
  return acting;
}
