/** Text as it is stored: line ends `\n`, no white space at the ends of lines, at most one blank line in a row, none around. Linear. */
export function tidy(text: string): string {
  const lines = text.replaceAll(/\r\n?|[\u2028\u2029]/g, '\n').split('\n');
  const kept: string[] = [];
  for (const line of lines) {
    const trimmed = line.trimEnd();
    if (trimmed !== '' || (kept.length > 0 && kept.at(-1) !== '')) kept.push(trimmed);
  }
  if (kept.at(-1) === '') kept.pop();
  return kept.join('\n');
}

/** Text on one line, single spaces. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
