/** Languages told by the letters they are written in, the most telling first: the share of the letters that must be of it. */
export const SCRIPTS: readonly (readonly [lang: string, letters: RegExp, share: number])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 0.15],
  ['ko', /\p{Script=Hangul}/gu, 0.3],
  ['zh', /\p{Script=Han}/gu, 0.4],
  ['uk', /[іїєґІЇЄҐ]/gu, 0.03],
  ['ru', /\p{Script=Cyrillic}/gu, 0.5],
  ['fa', /[پچژگکی]/gu, 0.05],
  ['ar', /\p{Script=Arabic}/gu, 0.5],
  ['he', /\p{Script=Hebrew}/gu, 0.5],
  ['el', /\p{Script=Greek}/gu, 0.5],
  ['hi', /\p{Script=Devanagari}/gu, 0.5],
  ['th', /\p{Script=Thai}/gu, 0.5],
];
