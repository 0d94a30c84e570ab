/** The one place where names are mapped: camelCase in code, snake_case in files, upper case in variables. */

export function toFileKey(codeKey: string): string {
  return codeKey.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function toCodeKey(fileKey: string): string {
  return fileKey.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** A path of code keys as it is written in a file: `server.allowed_hosts`. */
export function toFilePath(path: readonly PropertyKey[]): string {
  return path.map((key) => toFileKey(String(key))).join('.');
}

const PREFIX = 'TRIBUTARY_';

/** A path of code keys as an environment variable: `TRIBUTARY_SERVER__ALLOWED_HOSTS`. */
export function toVariable(path: readonly PropertyKey[]): string {
  return PREFIX + path.map((key) => toFileKey(String(key)).toUpperCase()).join('__');
}

/** The levels of a variable’s name in lower case; undefined when it is none of ours. */
export function levelsOf(variable: string): readonly string[] | undefined {
  if (!variable.startsWith(PREFIX)) return undefined;
  return variable.slice(PREFIX.length).toLowerCase().split('__');
}
