import { md5Uuid } from '@tributary/kernel/ids';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The id of a new point of a collection another program made: a UUID as it is, of any other text its MD5 as one. */
export function foreignPointId(id: string): string {
  return UUID.test(id) ? id.toLowerCase() : md5Uuid(id);
}
