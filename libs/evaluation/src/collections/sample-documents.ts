import type { Judgments } from '../measures/measures.js';
import type { EvaluationSet } from './evaluation-set.js';
import { spreadEvenly } from './evenly.js';
import { sampleQueries } from './sample-queries.js';

/** Share of a sample that its queries ask for, at most, and documents that one of them brings. */
const WANTED = 0.6;
const EACH = 3;

/** The set as a small collection of at most so many documents: those that some of its queries ask for, half as many queries at most, and others spread evenly. What is asked for and is not in the sample is judged no more. */
export function sampleDocuments(set: EvaluationSet, most: number): EvaluationSet {
  if (set.documents.length <= most) return set;
  const ids = new Set(set.documents.map(({ id }) => id));
  const { kept, queries } = wantedDocuments(sampleQueries(set, most), { most, ids });
  const judged = new Set(queries.flatMap((query) => rightFor(query, set.judgments)));
  const others = set.documents.filter(({ id }) => !judged.has(id));
  const isBeside = spreadEvenly({ most: most - kept.size, among: others.length });
  const beside = new Set(others.filter((_, at) => isBeside(at)).map(({ id }) => id));
  const asked = new Set(queries);
  const judgments = queries.map((query) => [query, within(set.judgments.get(query), kept)] as const);
  return {
    ...set,
    documents: set.documents.filter(({ id }) => kept.has(id) || beside.has(id)),
    queries: set.queries.filter(({ id }) => asked.has(id)),
    damaged: set.damaged.filter(({ id }) => asked.has(id)),
    judgments: new Map(judgments),
  };
}

/** As many queries as there is room for, and the documents that answer them. */
function wantedDocuments(
  { queries, judgments }: Pick<EvaluationSet, 'queries' | 'judgments'>,
  { most, ids }: { readonly most: number; readonly ids: ReadonlySet<string> },
): { readonly kept: ReadonlySet<string>; readonly queries: readonly string[] } {
  const room = Math.max(1, Math.floor(WANTED * most));
  const kept = new Set<string>();
  const chosen: string[] = [];
  for (const { id } of queries) {
    if (chosen.length >= Math.max(1, most / 2)) break;
    const right = rightFor(id, judgments).filter((document) => ids.has(document));
    const more = right.filter((document) => !kept.has(document)).slice(0, Math.min(EACH, room - kept.size));
    for (const document of more) kept.add(document);
    if (right.some((document) => kept.has(document))) chosen.push(id);
  }
  return { kept, queries: chosen };
}

function rightFor(query: string, judgments: EvaluationSet['judgments']): readonly string[] {
  return [...(judgments.get(query) ?? [])].flatMap(([document, gain]) => (gain > 0 ? [document] : []));
}

function within(judgments: Judgments | undefined, documents: ReadonlySet<string>): Judgments {
  return new Map([...(judgments ?? [])].filter(([document]) => documents.has(document)));
}
