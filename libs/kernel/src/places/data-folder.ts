import { join } from 'node:path';
import { homeFolder } from './home-folder.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** Variable by which the scripts of a clone name the folder that is meant where no option, variable or file names one. It is no setting. */
export const DEFAULT_DATA_FOLDER = 'TRIBUTARY_DEFAULT_DATA_FOLDER';

/** The data folder where nothing names one: that of the clone a command was started by, else the user's. */
export function defaultDataFolder(environment: Environment): string {
  const ofClone = environment[DEFAULT_DATA_FOLDER];
  return ofClone === undefined || ofClone === '' ? userDataFolder(environment) : ofClone;
}

/** `$XDG_DATA_HOME/tributary`, else `~/.local/share/tributary`; with `~` as it is for a user without a home. */
export function userDataFolder({ XDG_DATA_HOME: base = '' }: Environment): string {
  return join(base === '' ? join(homeFolder() ?? '~', '.local', 'share') : base, 'tributary');
}
