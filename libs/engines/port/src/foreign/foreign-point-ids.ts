import { isUuid, md5Uuid } from '@tributary/kernel/ids';

/** The id of a new point of a collection another program made: a UUID in lower case, of any other text its MD5 as one. */
export function foreignPointId(id: string): string {
  return isUuid(id) ? id.toLowerCase() : md5Uuid(id);
}

/** The ids under which a point may stand there that somebody calls so: as it is written, and what it was made. */
export function foreignPointIds(id: string): readonly string[] {
  return [...new Set([id, foreignPointId(id), md5Uuid(id)])];
}
