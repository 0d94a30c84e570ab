/** A PDF with one line of text on each page; an empty one has a drawing only. @param packed replaces the content of the first page */
export function pdf(pages: readonly string[], packed?: Uint8Array): Buffer {
  const first = 4;
  const kids = pages.map((_, at) => `${first + 2 * at} 0 R`).join(' ');
  const objects: (string | Buffer)[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  pages.forEach((text, at) => {
    const resources = '<< /Font << /F1 3 0 R >> >>';
    objects.push(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Resources ${resources} /Contents ${first + 2 * at + 1} 0 R >>`);
    const drawn = text === '' ? '10 10 100 100 re f' : `BT /F1 12 Tf 20 200 Td (${text}) Tj ET`;
    objects.push(at === 0 && packed ? stream(packed, '/Filter /FlateDecode ') : stream(Buffer.from(drawn)));
  });
  return assemble(objects.map((object) => Buffer.from(object)));
}

function stream(content: Uint8Array, filter = ''): Buffer {
  return Buffer.concat([Buffer.from(`<< ${filter}/Length ${content.length} >>\nstream\n`), content, Buffer.from('\nendstream')]);
}

function assemble(objects: readonly Buffer[]): Buffer {
  const parts = [Buffer.from('%PDF-1.4\n')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  for (const [at, object] of objects.entries()) {
    const part = Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    offsets.push(length);
    length += part.length;
    parts.push(part);
  }
  const lines = offsets.map((offset) => `${offset.toString().padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${lines}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(table)]);
}
