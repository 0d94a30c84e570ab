import { pointIdBytes, pointIdText } from '../store/point-id.js';
import { Uint32Column } from './columns.js';

/** The bytes of the UUID that is being read. */
const scratch = new Uint8Array(16);

/** UUIDs as four big-endian numbers each, so that they compare like their text does. */
export class UuidColumn {
  readonly #parts = new Uint32Column();

  /** Makes room for so many at once. */
  reserve(length: number): void {
    this.#parts.reserve(length * 4);
  }

  /** Sets the UUID whose 16 bytes start at `offset` of a view. */
  set(index: number, bytes: DataView, offset = 0): void {
    for (let part = 0; part < 4; part++) this.#parts.set(index * 4 + part, bytes.getUint32(offset + part * 4));
  }

  /** Sets a UUID in lower case; any other text is not kept. */
  setText(index: number, text: string): void {
    const bytes = pointIdBytes(text);
    const isKept = bytes !== undefined && text === text.toLowerCase();
    this.set(index, new DataView(isKept ? bytes.buffer : new ArrayBuffer(16), isKept ? bytes.byteOffset : 0, 16));
  }

  /** Undefined where nothing was set, or a text that was not kept. */
  textAt(index: number): string | undefined {
    let isSet = false;
    for (let part = 0; part < 4; part++) {
      const value = this.#parts.at(index * 4 + part);
      if (value !== 0) isSet = true;
      for (let byte = 0; byte < 4; byte++) scratch[part * 4 + byte] = value >>> (24 - 8 * byte);
    }
    return isSet ? pointIdText(scratch) : undefined;
  }

  isBefore(index: number, other: number): boolean {
    for (let part = 0; part < 4; part++) {
      const a = this.#parts.at(index * 4 + part);
      const b = this.#parts.at(other * 4 + part);
      if (a !== b) return a < b;
    }
    return false;
  }
}
