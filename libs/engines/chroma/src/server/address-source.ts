import type { ServerAddress } from '../settings/chroma-settings.js';

/** Tells where the server is at the moment: always the same place, or wherever a folder is being served. */
export interface AddressSource {
  /** True where nothing may be written, since it would be thrown away. */
  isReadOnly(): Promise<boolean>;
  address(): Promise<ServerAddress>;
  /** A call did not reach the server there: look again before the next one. */
  lost(): void;
  /** Ends what was started for it. */
  close(): Promise<void>;
}

export function fixedAddress(address: ServerAddress): AddressSource {
  return {
    isReadOnly: () => Promise.resolve(false),
    address: () => Promise.resolve(address),
    lost: () => undefined,
    close: () => Promise.resolve(),
  };
}
