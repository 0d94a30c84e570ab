import type { GlobalOptions } from '../../program/options.js';

/** How the command is called in a shell for the data of this server: with the folder and the file as they were given to it. */
export function calledFor(command: string, { data, config }: Pick<GlobalOptions, 'data' | 'config'>, platform = process.platform): string {
  const options = [
    ['--data', data],
    ['--config', config],
  ] as const;
  const asWord = platform === 'win32' ? asWordOfWindows : asWordOfShells;
  return [command, ...options.flatMap(([name, value]) => (value === undefined ? [] : [name, asWord(value)]))].join(' ');
}

/** One word of a shell, whatever is in it. */
function asWordOfShells(text: string): string {
  return /^[\p{L}\p{N}_./~:@%+=,-]+$/u.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** One word of cmd.exe, which knows no other quotes, and of PowerShell; no path there has one in it. */
function asWordOfWindows(text: string): string {
  return /^[\p{L}\p{N}_./\\:+-]+$/u.test(text) ? text : `"${text}"`;
}
