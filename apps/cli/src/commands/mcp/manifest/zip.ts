import { crc32 } from 'node:zlib';

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const VERSION = 20;
/** Names are UTF-8. */
const FLAGS = 0x0800;
/** 1 January 1980, so that the same files make the same archive. */
const DATE = 0x0021;

/** A ZIP archive of these files, stored as they are (PKWARE APPNOTE 4.3). */
export function zip(files: Readonly<Record<string, string>>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const [path, data] = [Buffer.from(name), Buffer.from(text)];
    const header = headerOf(path, data);
    const local = Buffer.concat([u32(LOCAL), header, path, data]);
    parts.push(local);
    // Comment, disk and attributes stay empty.
    directory.push(Buffer.concat([u32(CENTRAL), u16(VERSION), header, Buffer.alloc(10), u32(offset), path]));
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const count = u16(directory.length);
  return Buffer.concat([...parts, central, u32(END), Buffer.alloc(4), count, count, u32(central.length), u32(offset), u16(0)]);
}

function headerOf(path: Buffer, data: Buffer): Buffer {
  const sizes = [u32(crc32(data)), u32(data.length), u32(data.length)];
  return Buffer.concat([u16(VERSION), u16(FLAGS), u16(0), u16(0), u16(DATE), ...sizes, u16(path.length), u16(0)]);
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
