/** Plain lines as Markdown: those that would be headings, fences or rules are marked as text. */
export function escapeMarkup(text: string): string {
  return text.replaceAll(/^[ \t]*(?=#{1,6}\s|```|~~~|={3,}\s*$|-{3,}\s*$)/gm, '\\');
}
