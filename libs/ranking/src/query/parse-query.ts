import { STOP_WORDS } from '../analysis/stop-words.js';
import type { Token } from '../analysis/token.js';
import { eachRunOfTokens } from '../analysis/tokens.js';
import { acronymsIn, withSingularAcronyms } from './acronyms.js';
import { filledIn, withoutFilledIn } from './filled-in.js';
import { readsLikeMessage } from './pasted-message.js';
import { readOperators, type QueryOperators, type ReadAsText } from './operators.js';
import { onlyAsks, weightOf } from './question-words.js';
import { frameWords } from './trace/frame-words.js';
import { readTrace } from './trace/read-trace.js';
import { withoutAddresses } from './trace-addresses.js';

/** More distinct terms than this say nothing more about what is looked for and cost time in every engine. */
export const MAX_QUERY_TERMS = 128;
const MIN_REPAIRABLE = 3;
/** What a name of the frames of a stack trace counts beside a word of its messages. */
const FRAME_WEIGHT = 0.2;
/** What words count in a message that are its class or were filled in. */
const FILLED_WEIGHT = 0.3;
const LETTERS_ONLY = /^\p{L}+$/u;
/** Anything but punctuation, the signs of a keyboard and what is not seen: pictographs and signs of currencies say something. */
const TELLING = /[^\p{P}\p{Z}\p{C}$+<=>^`|~]/u;

/** A distinct term of a query. */
export interface ParsedTerm {
  readonly id: number;
  readonly term: string;
  /** The word it was made of, lower case, unstemmed. */
  readonly word: string;
  /** How often the query says it; less for a word that only asks, and for a term that stands in for an unknown word. */
  readonly weight: number;
  /** What it counts at most where several collections are judged as one: by which words one asks tells of the kind of text that answers. */
  readonly placingWeight: number;
  /** What it counts for who is nominated; left out: its weight. */
  readonly nominatingWeight?: number | undefined;
  /** What it counts where texts are matched word by word; left out: 1. */
  readonly matchWeight?: number | undefined;
  /** False for a pair of characters of Han, Kana, Thai and Hangul. */
  readonly isWord: boolean;
  /** The word of the query, or the two, that it is another way to write. */
  readonly variantOf?: readonly string[] | undefined;
  /** The word of the query that it is a form of, as far as one can tell. */
  readonly formOf?: string | undefined;
}

/** A query as every part of a search sees it. */
export interface ParsedQuery {
  /** What is embedded: without quotation marks, what is excluded and the addresses of stack traces, acronyms in the singular. Empty where there is nothing but punctuation. */
  readonly text: string;
  /** Exact words that must occur. */
  readonly phrases: readonly string[];
  /** Words and exact words that must not occur. */
  readonly excluded: readonly string[];
  /** Parts of it that a program may have filled into a message, as they are written, in their order. */
  readonly filledIn: readonly string[];
  /** At most 128 distinct terms, stop words left out unless there is nothing else. */
  readonly terms: readonly ParsedTerm[];
  /** The distinct words of those terms, for the fuzzy lane. */
  readonly words: readonly string[];
  /** Those of `words` that may be corrected when no collection knows them: at least 3 letters, no identifier, no abbreviation, not quoted. */
  readonly repairable: readonly string[];
  /** Distinct terms beyond the bound, which were not looked for. */
  readonly droppedTerms: number;
  /** True when what is quoted may be a citation in a sentence. */
  readonly mayCite: boolean;
  /** What has the form of operators and was read as plain text. */
  readonly readAsText: readonly ReadAsText[];
  /** True when the query only excludes, so that its words were read as plain text. */
  readonly tookExclusionsAsText: boolean;
}

/** Takes a query apart: `"exact words"` must occur, `-word` must not, all else is plain text. Of a stack trace its messages are looked for, and of its frames names
 *  of the nearest. Never fails, whatever the text. */
export function parseQuery(query: string): ParsedQuery {
  const trace = readTrace(query);
  const said = trace === undefined ? withoutAddresses(query) : trace.text;
  const written = readOperators(said, { isPasted: trace !== undefined });
  const isMessage = trace !== undefined || readsLikeMessage(said);
  const operators = { ...written, text: withSingularAcronyms(written.text), values: filledIn(said, { isMessage }) };
  const all = isMessage ? lessFilledIn(collect(operators), said) : collect(operators);
  const found = withFrames(all, trace === undefined ? '' : frameWords(trace.frames));
  // A query that only excludes would find anything or nothing; its words are looked for instead.
  if (found.all.size === 0 && operators.excluded.length > 0)
    return {
      ...assemble({ ...operators, text: withSingularAcronyms(query.trim()), phrases: [], excluded: [] }),
      tookExclusionsAsText: true,
    };
  return assemble(operators, found);
}

interface FoundTerms {
  readonly all: Map<number, ParsedTerm>;
  readonly identifierWords: Set<string>;
}

type ReadText = QueryOperators & { readonly values: readonly string[] };

function assemble(operators: ReadText, { all, identifierWords } = collect(operators)): ParsedQuery {
  const withoutStopWords = [...all.values()].filter(({ word }) => !STOP_WORDS.has(word));
  const telling = withoutStopWords.length > 0 ? withoutStopWords : [...all.values()];
  const kept = telling.slice(0, MAX_QUERY_TERMS);
  const quoted = new Set(operators.phrases.flatMap((phrase) => [...wordsOf(phrase)]));
  const words = [...new Set(kept.filter(({ isWord }) => isWord).map(({ word }) => word))];
  return {
    text: textOf(operators),
    phrases: operators.phrases,
    excluded: operators.excluded,
    filledIn: operators.values,
    terms: kept,
    words,
    repairable: words.filter((word) => isRepairable(word) && !identifierWords.has(word) && !quoted.has(word)),
    droppedTerms: telling.length - kept.length,
    mayCite: operators.mayCite,
    readAsText: operators.readAsText,
    tookExclusionsAsText: false,
  };
}

function textOf({ text, phrases, excluded }: QueryOperators): string {
  const written = text === '' ? [...phrases, ...excluded].join(' ') : text;
  // What is quoted must occur letter by letter, whatever it is.
  return phrases.length > 0 || TELLING.test(written) ? written : '';
}

function collect({ text }: Pick<QueryOperators, 'text'>): FoundTerms {
  const all: FoundTerms['all'] = new Map();
  const identifierWords = new Set<string>(acronymsIn(text));
  eachRunOfTokens(text, (tokens, isWord) => {
    for (const token of tokens) add(all, token, isWord);
    if (isWord && tokens.length > 1) for (const { word } of tokens) identifierWords.add(word);
  });
  return { all, identifierWords };
}

/** Terms of a message with less weight where they are nothing but filled in. */
function lessFilledIn({ all, identifierWords }: FoundTerms, said: string): FoundTerms {
  const rest = collect({ text: withSingularAcronyms(withoutFilledIn(said)) }).all;
  if (rest.size === 0) return { all, identifierWords };
  const weighed = [...all].map(([id, term]) => {
    const { weight = 0, placingWeight = 0 } = rest.get(id) ?? {};
    const less = (whole: number, outside: number) => outside + FILLED_WEIGHT * (whole - outside);
    const match = rest.has(id) ? {} : { matchWeight: FILLED_WEIGHT };
    return [id, { ...term, weight: less(term.weight, weight), placingWeight: less(term.placingWeight, placingWeight), ...match }] as const;
  });
  return { all: new Map(weighed), identifierWords };
}

/** With names that nobody asks for, and that tell where an error came from: what the messages say counts as it does there. */
function withFrames({ all, identifierWords }: FoundTerms, names: string): FoundTerms {
  const withNames = new Map(all);
  const words = new Set(identifierWords);
  eachRunOfTokens(names, (tokens, isWord) => {
    for (const { id, term, word } of tokens) {
      if (all.has(id)) continue;
      withNames.set(id, { id, term, word, weight: FRAME_WEIGHT, placingWeight: FRAME_WEIGHT, isWord });
      words.add(word);
    }
  });
  return { all: withNames, identifierWords: words };
}

function add(all: FoundTerms['all'], { id, term, word }: Token, isWord: boolean): void {
  const known = all.get(id);
  const weight = (known?.weight ?? 0) + weightOf(word);
  all.set(id, { id, term, word: known?.word ?? word, weight, placingWeight: (known?.placingWeight ?? 0) + 1, isWord });
}

function wordsOf(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  eachRunOfTokens(text, (tokens) => {
    for (const { word } of tokens) words.add(word);
  });
  return words;
}

/** Where nobody asks, as in code, "which" is unknown and yet no mistake. */
function isRepairable(word: string): boolean {
  return word.length >= MIN_REPAIRABLE && LETTERS_ONLY.test(word) && !onlyAsks(word);
}
