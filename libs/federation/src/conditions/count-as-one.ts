import type { Candidate, StoredPoint } from '@tributary/engines-port';
import { saidAsOne, saidByNobody } from '@tributary/ranking';
import type { Nomination } from '../nominate/nominate-collection.js';
import { readContents, textOf, type ContentLimits } from './read-contents.js';
import { says } from './says.js';

interface CountedAsOne {
  readonly nominations: readonly Nomination[];
  /** Those that some passage says, counted behind the terms that the engines counted. */
  readonly known: readonly string[];
  /** Codes, dates and versions that no passage says, counted behind these. */
  readonly missed: readonly string[];
  /** Of each of them the places among the terms of its words of letters. */
  readonly wordsAt: readonly (readonly number[])[];
}

interface AskedAsOne {
  /** As `writtenAsOne` tells them, each once. */
  readonly wholes: readonly string[];
  /** Those that nothing answers without, where all was read that may say them. */
  readonly certain: readonly string[];
  /** As `askedAsOne` tells them. */
  readonly beginnings: ReadonlyMap<string, RegExp>;
  /** What the engines counted. */
  readonly terms: readonly { readonly word: string }[];
}

interface CountedWhole {
  readonly whole: string;
  /** Places of its words of letters among the terms. */
  readonly wordsAt: readonly number[];
}

const MOST = 255;
const LETTERS = /^\p{L}+$/u;

/** Dates, versions, addresses and names with signs of a query, counted as terms of their own in the texts of all candidates: the index knows only their parts, and every page of a diary says
 *  each number of a date (docs/adr/0139-numbers-written-as-one.md, 0168-names-with-signs.md). Where texts cannot be read in time they stay unknown. */
export async function countAsOne(
  nominations: readonly Nomination[],
  { wholes, terms, ...asked }: AskedAsOne,
  limits: ContentLimits,
): Promise<CountedAsOne> {
  if (wholes.length === 0) return { nominations, known: [], missed: [], wordsAt: [] };
  const read = await Promise.all(nominations.map((nomination) => readInTime(nomination, limits)));
  const said = read.map((points = []) => new Map(points.map((point) => [point.id, occurrencesIn(point, wholes)])));
  const all = new Set(said.flatMap((ofPoints) => [...ofPoints.values()].flatMap(({ body, title }) => [...body.keys(), ...title.keys()])));
  const known = wholes.filter((whole) => all.has(whole));
  const missed = missedIn(read, { ...asked, all });
  const behind = [...known, ...missed].map((whole) => ({ whole, wordsAt: wordsOf(whole, terms) }));
  return {
    nominations: behind.length === 0 ? nominations : nominations.map((nomination, at) => counted(nomination, behind, said[at])),
    known,
    missed,
    wordsAt: behind.map(({ wordsAt }) => wordsAt),
  };
}

/** What nobody says, in part either; nothing where texts could not be read. */
function missedIn(
  read: readonly (readonly StoredPoint[] | undefined)[],
  { certain, beginnings, all }: Pick<AskedAsOne, 'certain' | 'beginnings'> & { readonly all: ReadonlySet<string> },
): readonly string[] {
  if (read.includes(undefined)) return [];
  const isBegun = (whole: string) => {
    const beginning = beginnings.get(whole);
    return (
      beginning !== undefined &&
      read.some((points = []) => points.some((point) => Object.values(textOf(point)).some((text) => beginning.test(text))))
    );
  };
  return saidByNobody(certain, all).filter((whole) => !isBegun(whole));
}

/** Places among the terms of the words of letters in it. */
function wordsOf(whole: string, terms: AskedAsOne['terms']): readonly number[] {
  const words = whole.split(' ').filter((part) => LETTERS.test(part));
  return words.map((word) => terms.findIndex((term) => term.word === word)).filter((at) => at >= 0);
}

/** Undefined where they cannot be read in time. */
async function readInTime(nomination: Nomination, limits: ContentLimits): Promise<readonly StoredPoint[] | undefined> {
  try {
    return nomination.candidates.length === 0 ? [] : await readContents(nomination, limits);
  } catch {
    return undefined;
  }
}

/** How often a passage says each of what it writes as one. */
interface Occurrences {
  readonly body: ReadonlyMap<string, number>;
  readonly title: ReadonlyMap<string, number>;
}

function occurrencesIn(point: StoredPoint, wholes: AskedAsOne['wholes']): Occurrences {
  const { title, content } = textOf(point);
  return { body: frequencies(saidAsOne(content, wholes)), title: frequencies(saidAsOne(title, wholes)) };
}

function frequencies(wholes: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const whole of wholes) counts.set(whole, (counts.get(whole) ?? 0) + 1);
  return counts;
}

/** The nomination with counts of these behind those of its terms. */
function counted(nomination: Nomination, known: readonly CountedWhole[], said: ReadonlyMap<string, Occurrences> = new Map()): Nomination {
  const { counts } = nomination;
  if (nomination.candidates.length === 0) return nomination;
  const wholes = known.map(({ whole }) => whole);
  const candidates = nomination.candidates.map((candidate) => withCounts(candidate, wholes, said.get(candidate.id)));
  const withWholes = { ...counts, documentFrequency: [...counts.documentFrequency, ...wholes.map(() => 0)] };
  return estimated(
    { ...nomination, candidates, counts: withWholes },
    known.map(({ wordsAt }) => wordsAt),
  );
}

/** The nomination with the frequencies of what is counted behind its terms, told by its candidates. As many passages of the collection say one as candidates do: what says it says its parts. Of a name that has a word of letters it is the
 *  share of all passages with this word that the candidates with it have: in a handbook of C# nearly every passage says it.
 *  @param wordsAt as `countAsOne` tells them */
export function estimated(nomination: Nomination, wordsAt: CountedAsOne['wordsAt']): Nomination {
  const { candidates, counts } = nomination;
  if (candidates.length === 0) return nomination;
  const ofTerms = counts.documentFrequency.slice(0, counts.documentFrequency.length - wordsAt.length);
  const frequencies = wordsAt.map((words, at) => {
    const saying = candidates.filter((candidate) => says(candidate, ofTerms.length + at));
    const shares = words.map((word) => shareOf(candidates, { saying, word }) * (ofTerms[word] ?? 0));
    return Math.max(saying.length, Math.round(Math.min(...(shares.length > 0 ? shares : [0]))));
  });
  return { ...nomination, counts: { ...counts, documentFrequency: [...ofTerms, ...frequencies] } };
}

/** Of the candidates with a word those that say the whole. */
function shareOf(
  candidates: readonly Candidate[],
  { saying, word }: { readonly saying: readonly Candidate[]; readonly word: number },
): number {
  const having = candidates.filter((candidate) => says(candidate, word)).length;
  return saying.filter((candidate) => says(candidate, word)).length / Math.max(1, having);
}

function withCounts(candidate: Candidate, wholes: readonly string[], said?: Occurrences): Candidate {
  const behind = (of: Uint8Array, counts?: ReadonlyMap<string, number>) =>
    Uint8Array.from([...of, ...wholes.map((whole) => Math.min(MOST, counts?.get(whole) ?? 0))]);
  return { ...candidate, body: behind(candidate.body, said?.body), title: behind(candidate.title, said?.title) };
}
