import { md5Uuid } from '@tributary/kernel/ids';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The id of the point of a document that brought none: a UUID as it is, of any other text its MD5 as one. */
export function pointIdOf(id: string): string {
  return UUID.test(id) ? id.toLowerCase() : md5Uuid(id);
}

/** The ids a document may have as a point: its own, or that made of it. */
export function pointIdsOf(id: string): readonly string[] {
  return [...new Set([id, pointIdOf(id), md5Uuid(id)])];
}
