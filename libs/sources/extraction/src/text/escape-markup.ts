/** Plain lines as Markdown: those that would be headings, fences, rules or the beginning of HTML are marked as text. */
export function escapeMarkup(text: string): string {
  return text.replaceAll(/^[ \t]*(?=#{1,6}\s|```|~~~|<[!?/a-zA-Z]|={3,}\s*$|-{3,}\s*$)/gm, '\\');
}
