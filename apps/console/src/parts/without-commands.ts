/** A reason of the server without the commands it names: buttons stand beside it. */
export function withoutCommands(reason: string): string {
  return reason
    .replace(/ ?To go on: tributary sources \w+ \S+/, '')
    .replace(/: tributary sources remove \S+/, '.')
    .replace(/; `tributary migrate [^`]+` follows it/, '');
}
