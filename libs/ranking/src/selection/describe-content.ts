import { STOP_WORDS } from '../analysis/stop-words.js';
import { eachRunOfTokens } from '../analysis/tokens.js';
import { clusterVectors } from './cluster-vectors.js';

const LONGEST = 2_000;
const TOPICS = 8;
const WORDS_OF_ALL = 40;
const WORDS_OF_TOPIC = 12;
const TITLES = 8;
const LONGEST_TITLE = 80;
/** A word that stands in more passages than this says nothing of them, except that they are of the collection. */
const COMMON_SHARE = 0.5;
const SHORTEST_WORD = 3;
const WORD = /^\p{L}[\p{L}\p{M}]+$/u;

/** Words of English that are no subject, beside the stop words of queries. */
const GENERAL = new Set(
  `about above after again all also always among another any because been before being below best better between both can cannot case certain come could does doing done
  down each either end enough even every example few first following found from further get give given gives giving good had has have having her here high him his how however
  its itself just kind know last least less let like little long look low made make makes making many may me mean might more most much must my need needs never new next non nor now
  number often one only other others our out over own part parts per possible put rather same see seen several shall she should show shown shows since some something still take
  taken than them therefore thing things those though three through thus time too two under until upon us use used uses using various very via want was way we well were what
  when where whether which while who whole whose why within without work would year years yet you your`.split(/\s+/u),
);

/** A passage as a description is made from it. */
export interface DescribedPassage {
  readonly title: string;
  readonly content: string;
  /** By the common model; zero or empty where the model knows nothing of it. */
  readonly common: Float32Array;
}

interface Counted {
  /** The word that is most frequent among those of its stem. */
  readonly word: string;
  readonly passages: ReadonlySet<number>;
}

/** Says in words of the passages what they are about: the words that tell most, those of each topic, and some titles. The same passages give the same text, at most
 *  2,000 characters; empty where there is nothing to say. */
export async function describeContent(passages: readonly DescribedPassage[], pause?: () => Promise<void>): Promise<string> {
  const all = passages.length;
  const words = countWords(passages);
  const general = best(words, { all, count: WORDS_OF_ALL, scoreOf: ({ passages: { size } }) => size * Math.log(all / size + 1) });
  const vectors = passages.flatMap(({ common }, at) => (common.some((value) => value !== 0) ? [{ common, at }] : []));
  const { clusterOf, centroids } = await clusterVectors(
    vectors.map(({ common }) => common),
    { count: TOPICS, ...(pause ? { pause } : {}) },
  );
  const topics = centroids.map((_, topic) => {
    const members = new Set(vectors.flatMap(({ at }, place) => (clusterOf[place] === topic ? [at] : [])));
    return { size: members.size, words: best(words, { all, count: WORDS_OF_TOPIC, scoreOf: likelihoodIn(members, all) }) };
  });
  const parts = [
    ...(general.length === 0 ? [] : [`About ${general.join(', ')}.`]),
    ...(topics.length < 2 ? [] : topics.toSorted((a, b) => b.size - a.size).map((topic) => `${topic.words.join(' ')};`)),
    ...titlesOf(passages, vectors, { clusterOf }),
  ];
  return withinLength(parts);
}

function countWords(passages: readonly DescribedPassage[]): readonly Counted[] {
  const terms = new Map<number, { readonly words: Map<string, number>; readonly passages: Set<number> }>();
  passages.forEach(({ title, content }, at) => {
    eachRunOfTokens(`${title}\n${content}`, (tokens) => {
      for (const { id, word } of tokens) {
        if (word.length < SHORTEST_WORD || !WORD.test(word) || STOP_WORDS.has(word) || GENERAL.has(word)) continue;
        const known = terms.get(id) ?? { words: new Map<string, number>(), passages: new Set<number>() };
        known.words.set(word, (known.words.get(word) ?? 0) + 1);
        known.passages.add(at);
        terms.set(id, known);
      }
    });
  });
  return [...terms.values()].map(({ words, passages: inPassages }) => ({ word: mostFrequent(words), passages: inPassages }));
}

function mostFrequent(words: ReadonlyMap<string, number>): string {
  const [[word] = ['']] = [...words].toSorted(([a, times], [b, others]) => others - times || (a < b ? -1 : 1));
  return word;
}

/** How much more often a word stands in the passages of a topic than in all (Dunning 1993, the part of the topic). */
function likelihoodIn(members: ReadonlySet<number>, all: number) {
  return ({ passages }: Counted) => {
    const inside = passages.intersection(members).size;
    return inside === 0 ? 0 : inside * Math.log(inside / members.size / (passages.size / all));
  };
}

interface Ranking {
  /** Passages. */
  readonly all: number;
  readonly count: number;
  readonly scoreOf: (word: Counted) => number;
}

function best(words: readonly Counted[], { all, count, scoreOf }: Ranking): readonly string[] {
  return words
    .filter(({ passages: { size } }) => all < 8 || (size > 1 && size <= COMMON_SHARE * all))
    .map((word) => ({ word: word.word, score: scoreOf(word) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || (a.word < b.word ? -1 : 1))
    .slice(0, count)
    .map(({ word }) => word);
}

/** The first title of each topic, in order. */
function titlesOf(
  passages: readonly DescribedPassage[],
  vectors: readonly { readonly at: number }[],
  { clusterOf }: { readonly clusterOf: readonly number[] },
): readonly string[] {
  const titles = new Map<number, string>();
  vectors.forEach(({ at }, place) => {
    const title = passages[at]?.title.replace(/\s+/gu, ' ').trim() ?? '';
    const topic = clusterOf[place] ?? 0;
    if (title !== '' && !titles.has(topic))
      titles.set(topic, title.length > LONGEST_TITLE ? `${title.slice(0, LONGEST_TITLE).trimEnd()}…` : title);
  });
  const some = [...new Set(titles.values())].slice(0, TITLES);
  return some.length === 0 ? [] : [`Such as: ${some.join('; ')}.`];
}

function withinLength(parts: readonly string[]): string {
  let text = '';
  for (const part of parts) {
    const longer = text === '' ? part : `${text} ${part}`;
    if (longer.length > LONGEST) break;
    text = longer;
  }
  return text;
}
