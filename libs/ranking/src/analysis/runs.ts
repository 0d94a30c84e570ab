import { CharacterClass, characterClass } from './character-class.js';

/** Calls `visit` with every run of word characters and every run of paired-script characters, in order of the text, which must be normalised. */
export function eachRun(text: string, visit: (run: string, isPaired: boolean) => void): void {
  let start = 0;
  let running: number = CharacterClass.separator;
  for (let at = 0; at <= text.length;) {
    const codePoint = text.codePointAt(at);
    const next = codePoint === undefined ? CharacterClass.separator : characterClass(codePoint);
    if (next !== running) {
      if (running !== CharacterClass.separator) visit(text.slice(start, at), running === CharacterClass.paired);
      start = at;
      running = next;
    }
    at += codePoint !== undefined && codePoint > 0xffff ? 2 : 1;
  }
}
