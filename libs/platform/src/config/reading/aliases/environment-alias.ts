import type { ConfigurationProblem, Draft } from '../draft.js';
import type { Environment } from '../read-environment.js';

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
