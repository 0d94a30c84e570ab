import type { Candidate, StoredPoint } from '@tributary/engines-port';
import { sequencesSaid } from '@tributary/ranking';
import type { Nomination } from '../nominate/nominate-collection.js';
import { readContents, textOf, type ContentLimits } from './read-contents.js';

interface CountedNumbers {
  readonly nominations: readonly Nomination[];
  /** Those that some passage says, counted behind the terms that the engines counted. */
  readonly known: readonly string[];
}

const MOST = 255;

/** Dates, versions and addresses of a query, counted as terms of their own in the texts of all candidates: the index knows their numbers only one by one, and every page of a diary says
 *  each of them (docs/adr/0139-numbers-written-as-one.md). Where texts cannot be read in time they stay unknown.
 *  @param numbers as `numberSequences` tells them, each once */
export async function countNumbers(
  nominations: readonly Nomination[],
  numbers: readonly string[],
  limits: ContentLimits,
): Promise<CountedNumbers> {
  if (numbers.length === 0) return { nominations, known: [] };
  const read = await Promise.all(nominations.map((nomination) => readOrNothing(nomination, limits)));
  const said = read.map((points) => new Map(points.map((point) => [point.id, occurrencesIn(point)])));
  const isSaid = (number: string) =>
    said.some((ofPoints) => [...ofPoints.values()].some(({ body, title }) => body.has(number) || title.has(number)));
  const known = numbers.filter(isSaid);
  return {
    nominations: known.length === 0 ? nominations : nominations.map((nomination, at) => counted(nomination, known, said[at])),
    known,
  };
}

async function readOrNothing(nomination: Nomination, limits: ContentLimits): Promise<readonly StoredPoint[]> {
  try {
    return nomination.candidates.length === 0 ? [] : await readContents(nomination, limits);
  } catch {
    return [];
  }
}

/** How often a passage says each of its numbers. */
interface Occurrences {
  readonly body: ReadonlyMap<string, number>;
  readonly title: ReadonlyMap<string, number>;
}

function occurrencesIn(point: StoredPoint): Occurrences {
  const { title, content } = textOf(point);
  return { body: frequencies(sequencesSaid(content)), title: frequencies(sequencesSaid(title)) };
}

function frequencies(numbers: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  return counts;
}

/** The nomination with counts of these numbers behind those of its terms. As many passages of the collection say one as candidates do: what says it says its parts. */
function counted(nomination: Nomination, numbers: readonly string[], said: ReadonlyMap<string, Occurrences> = new Map()): Nomination {
  const { counts } = nomination;
  if (nomination.candidates.length === 0) return nomination;
  const candidates = nomination.candidates.map((candidate) => withCounts(candidate, numbers, said.get(candidate.id)));
  const width = counts.documentFrequency.length;
  const frequencyOf = (at: number) => candidates.filter(({ body, title }) => (body[width + at] ?? 0) + (title[width + at] ?? 0) > 0).length;
  const documentFrequency = [...counts.documentFrequency, ...numbers.map((_, at) => frequencyOf(at))];
  return { ...nomination, candidates, counts: { ...counts, documentFrequency } };
}

function withCounts(candidate: Candidate, numbers: readonly string[], said?: Occurrences): Candidate {
  const behind = (of: Uint8Array, counts?: ReadonlyMap<string, number>) =>
    Uint8Array.from([...of, ...numbers.map((number) => Math.min(MOST, counts?.get(number) ?? 0))]);
  return { ...candidate, body: behind(candidate.body, said?.body), title: behind(candidate.title, said?.title) };
}
