/** A PDF with one line on each of two pages; readers find its parts without a table of them. */
export function twoPages(first: string, second: string): string {
  const page = (contents: number) =>
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Resources << /Font << /F1 7 0 R >> >> /Contents ${contents} 0 R >>`;
  const line = (text: string) => {
    const drawn = `BT /F1 12 Tf 20 200 Td (${text}) Tj ET`;
    return `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`;
  };
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 2 /Kids [3 0 R 4 0 R] >>',
    page(5),
    page(6),
    line(first),
    line(second),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  const body = objects.map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`).join('');
  return `%PDF-1.4\n${body}trailer\n<< /Root 1 0 R >>\n%%EOF\n`;
}
