import { readFileSync } from 'node:fs';
import type { RelevanceLists } from '@tributary/evaluation';
import { z } from 'zod';

const Point = z.object({ relevance: z.number(), isRelevant: z.boolean(), gain: z.number(), signals: z.record(z.string(), z.number()) });
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
