import { readFileSync } from 'node:fs';
import type { RelevanceLists, RelevancePoint } from '@tributary/evaluation';
import { z } from 'zod';

/** Looked at with half an eye: there are a quarter of a million. */
const Point = z.custom<RelevancePoint>((value) => typeof value === 'object' && value !== null && 'signals' in value && 'gain' in value);
const Line = z.object({
  set: z.string(),
  query: z.string(),
  home: z.array(Point),
  wrong: z.array(z.array(Point)),
  allWrong: z.array(Point),
  gains: z.array(z.number()),
});

/** The lists of each evaluation set by name, as `tributary eval --evidence-file` wrote them. */
export type Evidence = ReadonlyMap<string, readonly RelevanceLists[]>;

export function readEvidence(path: string): Evidence {
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  return Map.groupBy(
    lines.map((line) => Line.parse(JSON.parse(line))),
    ({ set }) => set,
  );
}
