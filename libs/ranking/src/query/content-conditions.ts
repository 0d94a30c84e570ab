import { CharacterClass, characterClass } from '../analysis/character-class.js';
import { fold, normalise } from '../analysis/fold.js';
import { PARTED, ZERO_WIDTH_SPACE } from '../analysis/parted-scripts.js';
import { termIdsOf } from '../analysis/tokens.js';
import type { ParsedQuery } from './parse-query.js';
import { withoutSentenceEnd } from './sentence-end.js';

/** Apostrophes, hyphens and short dashes as programs set them in place of those of the keyboard. */
const APOSTROPHES = /[\u2018\u2019\u02bc]/g;
const HYPHENS = /[\u2010-\u2013\u2212]/g;
/** Marks of Markdown around words, which their reader does not see, and links of which he sees the text. */
const EMPHASIS = /(?<![\p{L}\p{N}])(?:[*_]{1,3}|~~|==|`)(?=[^\s*_~=`])|(?<=[^\s*_~=`])(?:[*_]{1,3}|~~|==|`)(?![\p{L}\p{N}])/gu;
const WORD_CHARACTERS = /^[\p{L}\p{M}\p{N}_]+$/u;
const OF_PARTED = new RegExp(PARTED, 'u');
const LINK = /\[([^[\]]{1,500})\]\([^()\s]{0,1000}\)/g;

/** A passage as far as quoted and excluded words look at it. */
interface PassageText {
  readonly title: string;
  readonly content: string;
}

/** What a query's operators demand of a passage. */
export interface ContentConditions {
  /** True when the query has no operators: every passage passes. */
  readonly areEmpty: boolean;
  passes(passage: PassageText): boolean;
}

/** Exact words that must occur in a passage, and words that must not. */
export type ContentDemands = Pick<ParsedQuery, 'phrases' | 'excluded'>;

/** The operators of a query as a test of passages: every quoted text must occur in the content or in the title, no excluded one may. Quoted words
 *  are compared letter by letter in folded text, white space counting as one space, and apostrophes and hyphens as those of the keyboard, with the marks
 *  of Markdown or as it is read; a single excluded word excludes its other forms too, unless signs belong to it (`C#`). A passage that has it as the option of
 *  a command alone (`tar -xzf`) is not excluded: who writes it so may well have copied it from there. */
export function contentConditions({ phrases, excluded }: ContentDemands): ContentConditions {
  const wanted = phrases.map(foldPassage).filter((phrase) => phrase !== '');
  const unwanted = excluded.map(excludes);
  return {
    areEmpty: wanted.length === 0 && unwanted.length === 0,
    passes: ({ title, content }) => {
      const texts = [foldPassage(content), foldPassage(asRead(content)), foldPassage(title)];
      const hasAll = wanted.every((phrase) => texts.some((text) => occursIn(text, phrase)));
      return hasAll && !unwanted.some((isFound) => isFound({ title, content }, texts));
    },
  };
}

type IsFound = (passage: PassageText, folded: readonly string[]) => boolean;

function excludes(entry: string): IsFound {
  const [only, ...others] = termIdsOf(entry);
  const isOneWord = only !== undefined && others.length === 0;
  const bare = isOneWord ? withoutSentenceEnd(entry) : entry;
  if (isOneWord && WORD_CHARACTERS.test(normalise(bare))) {
    const option = optionOf(bare);
    return ({ title, content }) => termIdsOf(content.replace(option, ' ')).has(only) || termIdsOf(title).has(only);
  }
  const phrase = foldPassage(bare);
  return (_, folded) => phrase !== '' && folded.some((text) => occursIn(text, phrase));
}

/** The word as the option of a command within a line. At its head a hyphen may begin an entry of a list. */
function optionOf(word: string): RegExp {
  return new RegExp(`(?<=[^\\s\\p{L}\\p{N}_-]|\\S[ \\t])-${word}(?![\\p{L}\\p{M}\\p{N}_-])`, 'gu');
}

function asRead(content: string): string {
  return content.replace(LINK, '$1').replace(EMPHASIS, '');
}

function foldPassage(text: string): string {
  const folded = fold(normalise(text)).replaceAll(ZERO_WIDTH_SPACE, '');
  return folded.replace(APOSTROPHES, "'").replace(HYPHENS, '-').replace(/\s+/g, ' ').trim();
}

/** Finds a phrase that does not begin or end inside a word; scripts without blanks between words know no such borders. */
function occursIn(text: string, phrase: string): boolean {
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1)) {
    if (!isInsideWord(text, at) && !isInsideWord(text, at + phrase.length)) return true;
  }
  return false;
}

function isInsideWord(text: string, at: number): boolean {
  const [before, after] = [text.codePointAt(at - 1), text.codePointAt(at)];
  if (before === undefined || after === undefined) return false;
  return isOfWord(before) && isOfWord(after);
}

function isOfWord(codePoint: number): boolean {
  return characterClass(codePoint) === CharacterClass.word && !OF_PARTED.test(String.fromCodePoint(codePoint));
}
