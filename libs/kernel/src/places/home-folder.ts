import { homedir } from 'node:os';

/** The user's home; undefined for one without: a container may run as a number that no file of users knows. */
export function homeFolder(): string | undefined {
  try {
    return homedir();
  } catch {
    return undefined;
  }
}
