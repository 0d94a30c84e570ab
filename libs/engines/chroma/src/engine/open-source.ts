import { ServedFolder } from '../folder/served-folder.js';
import { fixedAddress, type AddressSource } from '../server/address-source.js';
import { DATABASE, TENANT, addressOf, invalidSettings, type ChromaSettings } from '../settings/chroma-settings.js';

/** The server of a url, or one that serves a folder. */
export async function openSource(engine: string, settings: ChromaSettings): Promise<AddressSource> {
  const { url, path, tenant = TENANT, database = DATABASE, program = 'chroma' } = settings;
  if ((url === undefined) === (path === undefined)) throw invalidSettings(engine, 'it needs a url or a path, one of the two');
  if (url !== undefined) return fixedAddress(addressOf(engine, url, settings));
  return ServedFolder.open({ engine, path: path ?? '', program, tenant, database });
}
