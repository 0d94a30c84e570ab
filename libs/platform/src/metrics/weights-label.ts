import { createHash } from 'node:crypto';

const GROUPS = 20;

/** A set of weights as a label: `default`, or one of 20 groups that equal sets share. */
export function weightsLabel(weights: Readonly<Record<string, number | undefined>> | undefined): string {
  const given = Object.entries(weights ?? {}).filter(([, weight]) => weight !== undefined);
  if (given.length === 0) return 'default';
  const text = given
    .map(([lane, weight]) => `${lane}=${String(weight)}`)
    .toSorted()
    .join();
  return `group-${(createHash('sha256').update(text).digest().readUInt16BE() % GROUPS).toString().padStart(2, '0')}`;
}
