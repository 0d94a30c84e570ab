const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** Maps the lines of a text that do not stand in a code fence; there are as many lines afterwards. */
export function mapProse(text: string, map: (line: string) => string): string {
  let fence: string | undefined;
  return text
    .split('\n')
    .map((line) => {
      const mark = FENCE.exec(line)?.[1];
      if (fence !== undefined) {
        if (mark?.startsWith(fence) === true && line.trim() === mark) fence = undefined;
        return line;
      }
      if (mark !== undefined) {
        fence = mark;
        return line;
      }
      return map(line);
    })
    .join('\n');
}
