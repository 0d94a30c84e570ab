import { COLLECTION_NAME } from '../names/collection-name.js';
import { sha256Hex } from './hash-ids.js';

const LONGEST = 128;

/** A foreign collection's name here: its own where that can be one; else made fit, with six digits of its hash, so that two never meet. */
export function collectionNameOf(foreign: string): string {
  if (COLLECTION_NAME.test(foreign)) return foreign;
  const fit = foreign
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '');
  return `${fit.slice(0, LONGEST - 7) || 'collection'}-${sha256Hex(foreign).slice(0, 6)}`;
}
