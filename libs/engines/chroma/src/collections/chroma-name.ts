import { md5Uuid } from '@tributary/kernel/ids';

// Chroma takes 3 to 512 characters of [a-zA-Z0-9._-], no two periods in a row.
const ACCEPTED = /^(?!.*\.\.)[a-zA-Z0-9][a-zA-Z0-9._-]{1,510}[a-zA-Z0-9]$/;

/** The server’s name of a collection: ours where Chroma takes it, else one made of its hash. */
export function chromaName(name: string): string {
  return ACCEPTED.test(name) ? name : `tributary-${md5Uuid(name)}`;
}
