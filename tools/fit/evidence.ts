import { readFileSync } from 'node:fs';
import type { JointList, JointPoint, RelevanceLists, RelevancePoint } from '@tributary/evaluation';
import { z } from 'zod';

/** Looked at with half an eye: there are a quarter of a million. */
const Point = z.custom<RelevancePoint>(isPoint, {
  error: 'lacks query_terms, or all signals: it was written by an older version. Write the file again with "tributary eval".',
});
const Joint = z.custom<JointPoint>((value) => typeof value === 'object' && value !== null && 'joint' in value && 'gain' in value);
const RelevanceLine = z.object({
  set: z.string(),
  query: z.string(),
  home: z.array(Point),
  wrong: z.array(z.array(Point)),
  allWrong: z.array(Point),
  gains: z.array(z.number()),
});
const JointLine = z.object({
  set: z.string(),
  heterogeneity: z.number(),
  cut: z.string(),
  query: z.string(),
  joint: z.array(Joint),
  gains: z.array(z.number()),
});

/** The lists of each evaluation set by name, as `tributary eval --relevance --evidence-file` wrote them. */
export type Evidence = ReadonlyMap<string, readonly RelevanceLists[]>;
/** Those of searches of several collections, as `tributary eval --cuts --evidence-file` wrote them. */
export type JointEvidence = ReadonlyMap<string, readonly JointList[]>;

/** Reads a file that may have lists of both kinds. */
export function readEvidence(path: string): { readonly relevance: Evidence; readonly joint: JointEvidence } {
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => z.union([RelevanceLine, JointLine]).parse(JSON.parse(line)));
  return {
    relevance: Map.groupBy(
      lines.flatMap((line) => ('home' in line ? [line] : [])),
      ({ set }) => set,
    ),
    joint: Map.groupBy(
      lines.flatMap((line) => ('joint' in line ? [line] : [])),
      ({ set }) => set,
    ),
  };
}

function isPoint(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('gain' in value) || !('signals' in value)) return false;
  const { signals } = value;
  return typeof signals === 'object' && signals !== null && 'query_terms' in signals;
}
