/** Whether what a maker calls the source of a point is a file or a page, not a kind of things (`chat`, `blob`, `wiki`). */
export function namesFile(source: string): boolean {
  return /[/\\]|\.[a-z][a-z\d]{0,7}$/i.test(source.trim());
}
