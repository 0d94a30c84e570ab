/** What is used of the JavaScript interface of WebAssembly, which Node has and the libraries of ES do not declare. */
declare namespace WebAssembly {
  class Memory {
    /** Sizes in pages of 64 KiB. */
    constructor(size: { readonly initial: number; readonly maximum: number; readonly shared?: boolean });
    /** Another one after each growth; the old one is then empty. */
    readonly buffer: ArrayBuffer | SharedArrayBuffer;
    /** @throws RangeError when there is no room */
    grow(pages: number): number;
  }
  class Module {
    /** @throws where the bytes are not valid here */
    constructor(bytes: Uint8Array);
    readonly [Symbol.toStringTag]: string;
  }
  /** `Exports`: what the bytes of the module say they export. */
  class Instance<Exports> {
    constructor(module: Module, imports: Readonly<Record<string, Readonly<Record<string, Memory>>>>);
    readonly exports: Exports;
  }
}
