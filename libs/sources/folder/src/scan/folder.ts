import { IgnoreRules } from '../rules/ignore-rules.js';

/** A folder on its way to be walked. */
export interface Folder {
  /** Relative to the source, in NFC, with a `/` at the end; '' for the source itself. */
  readonly path: string;
  /** Where it really lies. */
  readonly realPath: string;
  readonly rules: IgnoreRules;
}

/** The source itself. @param ignore further patterns, as in an ignore file at its root @param place see `IgnoreRules.defaults` */
export function rootFolder(realPath: string, ignore: readonly string[] = [], place = ''): Folder {
  return { path: '', realPath, rules: IgnoreRules.defaults(place).with('', ignore.join('\n')) };
}
