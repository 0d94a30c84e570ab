import { pointIdBytes, pointIdText } from '../store/point-id.js';
import { Uint32Column } from './columns.js';

/** UUIDs as four big-endian numbers each, so that they compare like their text does. */
export class UuidColumn {
  readonly #parts = new Uint32Column();

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
    const bytes = new Uint8Array(16);
    const view = new DataView(bytes.buffer);
    for (let part = 0; part < 4; part++) view.setUint32(part * 4, this.#parts.at(index * 4 + part));
    return bytes.every((byte) => byte === 0) ? undefined : pointIdText(bytes);
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
