/** A reason of the server without the commands it names, as buttons stand beside it, and without what the screen does by itself. */
export function withoutCommands(reason: string): string {
  return reason
    .replace(/ ?To go on: tributary sources \w+ \S+/, '')
    .replace(/: tributary sources remove \S+/, '.')
    .replace(/: ask again for (?:the numbers|those of now)$/, '')
    .replace(/; `tributary migrate [^`]+` follows it/, '');
}
