import { md5Uuid } from '@tributary/kernel/ids';
import type { DocumentFence } from '@tributary/engines-port';

/** What makes one version of a document valid: its commit record. A document may have several; the greatest counts. */
export interface Head extends DocumentFence {
  readonly docId: string;
  readonly key: string;
  /** Names the version in the ids of its points. */
  readonly stamp: string;
  readonly points: number;
  /** When it was committed, by the clock of its writer: ms since the epoch. */
  readonly at: number;
}

/** What the id of a commit record tells without reading the record. */
export type HeadSummary = Pick<Head, 'docId' | 'version' | 'deleted' | 'stamp' | 'points'>;

const ID = /^(.*)@(\d+)\.([0-9a-f]{8})@([01])@(\d+)$/s;

/** Tells versions of one document apart; versions alone do not, since two of one number may differ in their hash. */
export function stampOf({ version, hash }: { readonly version: number; readonly hash: string }): string {
  return `${version.toString()}.${md5Uuid(hash).slice(0, 8)}`;
}

/** The record id of a commit: the same commit made twice is one record, and counting needs no more than the ids. */
export function headId({ docId, stamp, deleted, points }: HeadSummary): string {
  return `${docId}@${stamp}@${deleted ? '1' : '0'}@${points.toString()}`;
}

export function parseHeadId(id: string): HeadSummary | undefined {
  const [, docId, version, digest, deleted, points] = ID.exec(id) ?? [];
  if (docId === undefined || version === undefined || digest === undefined) return undefined;
  return { docId, version: Number(version), stamp: `${version}.${digest}`, deleted: deleted === '1', points: Number(points) };
}

/** Positive when `a` is the newer commit: the greater version, at an equal one the delete, else the greater hash. The order does not depend on
 *  when or by whom the records were written, so every reader agrees on the greatest. */
export function compareHeads(a: DocumentFence, b: DocumentFence): number {
  if (a.version !== b.version) return a.version - b.version;
  if (a.deleted !== b.deleted) return a.deleted ? 1 : -1;
  return a.hash === b.hash ? 0 : a.hash > b.hash ? 1 : -1;
}
