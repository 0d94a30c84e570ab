import { createHash } from 'node:crypto';
import type { EvaluationSet } from './evaluation-set.js';

/** Cuts one set into parts at random, by the hash of the document id: the same parts each time. Each part is `<name>--<parts>-<n>`. */
export function splitSet(set: EvaluationSet, parts: number): readonly EvaluationSet[] {
  const partOf = (id: string) => createHash('sha256').update(id).digest().readUInt32BE(0) % parts;
  return Array.from({ length: parts }, (_, part) => ({
    ...set,
    name: `${set.name}--${parts.toString()}-${part.toString()}`,
    documents: set.documents.filter(({ id }) => partOf(id) === part),
  })).filter(({ documents }) => documents.length > 0);
}
