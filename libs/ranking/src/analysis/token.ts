import { porter2 } from '../stemming/porter2.js';
import { fold } from './fold.js';
import { identifierParts } from './identifier-parts.js';
import { termId } from './term-id.js';

/** A word as the index knows it. */
export interface Token {
  /** Case-folded, unstemmed. */
  readonly word: string;
  /** Stemmed where it is made of ASCII letters alone. */
  readonly term: string;
  readonly id: number;
}

/** A longer word is no word of a language: it is kept whole, without parts and without a stem. */
const MAX_WORD = 64;
const ASCII_LETTERS = /^[a-z]+$/;

/** The tokens of a run of word characters: itself, and its parts when it is an identifier. */
export function tokensOfWord(run: string): readonly Token[] {
  const bare = run.replace(/^_+|(?<!_)_+$/g, '');
  if (bare === '') return [];
  const parts = bare.length > MAX_WORD ? [] : identifierParts(bare);
  return [bare, ...(parts.length > 1 ? parts : [])].map((part) => tokenOf(fold(part)));
}

/** The overlapping pairs of characters of a run of Han, Kana, Thai or Hangul; a lone character is its own token. */
export function tokensOfPairedRun(run: string): readonly Token[] {
  const characters = Array.from(run);
  if (characters.length === 1) return [wholeToken(run)];
  return characters.slice(1).map((character, at) => wholeToken(`${characters[at] ?? ''}${character}`));
}

function tokenOf(word: string): Token {
  if (word.length > MAX_WORD || !ASCII_LETTERS.test(word)) return wholeToken(word);
  const term = porter2(word);
  return { word, term, id: termId(term) };
}

function wholeToken(word: string): Token {
  return { word, term: word, id: termId(word) };
}
