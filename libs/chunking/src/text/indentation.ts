/** Columns of white space at the start of a line, a tab going to the next multiple of four. */
export function indentation(line: string): number {
  let columns = 0;
  for (let at = 0; at < line.length; at++) {
    const unit = line.charCodeAt(at);
    if (unit === 32) columns++;
    else if (unit === 9) columns += 4 - (columns % 4);
    else break;
  }
  return columns;
}
