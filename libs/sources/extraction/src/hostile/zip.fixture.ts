import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** What the directory says instead of the true size. */
  readonly claimedSize?: number;
  readonly isEncrypted?: boolean;
}

/** A ZIP file, also one that lies. */
export function zip(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const packed = deflateRawSync(entry.content);
    const fields = fieldsOf(entry, name, packed.length);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), fields, name, packed]);
    const record = Buffer.alloc(46 - 4 - 2 - fields.length);
    record.writeUInt32LE(offset, record.length - 4);
    directory.push(Buffer.from('PK\u0001\u0002', 'latin1'), Buffer.from([20, 0]), fields, record, name);
    locals.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, central, end]);
}

/** What the head of a part and its line in the directory have in common. */
function fieldsOf({ content, claimedSize, isEncrypted = false }: ZipEntry, name: Uint8Array, packed: number): Buffer {
  const bytes = Buffer.from(content);
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(0x800 | (isEncrypted ? 1 : 0), 2);
  fields.writeUInt16LE(8, 4);
  fields.writeUInt32LE(crc32(bytes), 10);
  fields.writeUInt32LE(packed, 14);
  fields.writeUInt32LE(claimedSize ?? bytes.length, 18);
  fields.writeUInt16LE(name.length, 22);
  return fields;
}

const TYPES = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"></Types>';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

function relationships(targets: readonly (readonly [type: string, target: string])[]): string {
  const items = targets.map(([type, target], at) => `<Relationship Id="r${at}" Type="${RELATIONSHIPS}/${type}" Target="${target}"/>`);
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${items.join('')}</Relationships>`;
}

/** @param document the XML of its main part */
export function docx(document: string): Buffer {
  return zip([
    { name: '[Content_Types].xml', content: TYPES },
    { name: '_rels/.rels', content: relationships([['officeDocument', 'word/document.xml']]) },
    { name: 'word/document.xml', content: document },
  ]);
}

export function wordDocument(body: string, prologue = ''): string {
  return `<?xml version="1.0"?>${prologue}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`;
}

/** A presentation that shows its one slide so many times. */
export function pptx(slide: string, shows = 1): Buffer {
  const ids = '<p:sldId r:id="r0"/>'.repeat(shows);
  return zip([
    { name: '[Content_Types].xml', content: TYPES },
    { name: 'ppt/presentation.xml', content: `<p:presentation><p:sldIdLst>${ids}</p:sldIdLst></p:presentation>` },
    { name: 'ppt/_rels/presentation.xml.rels', content: relationships([['slide', 'slides/slide1.xml']]) },
    { name: 'ppt/slides/slide1.xml', content: slide },
  ]);
}

export function slide(paragraphs: string, prologue = ''): string {
  return `${prologue}<p:sld><p:cSld><p:spTree><p:sp><p:txBody>${paragraphs}</p:txBody></p:sp></p:spTree></p:cSld></p:sld>`;
}

export function openDocument(content: string, manifest = '<manifest/>'): Buffer {
  return zip([
    { name: 'mimetype', content: 'application/vnd.oasis.opendocument.text' },
    { name: 'META-INF/manifest.xml', content: manifest },
    { name: 'content.xml', content },
  ]);
}
