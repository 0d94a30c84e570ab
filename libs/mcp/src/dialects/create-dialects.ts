import type { DialectSettings } from './dialect-settings.js';
import { DialectSet } from './dialect-set.js';

/** Every dialect there is, set up. */
export function createDialects(_settings: DialectSettings): DialectSet {
  return new DialectSet([]);
}
