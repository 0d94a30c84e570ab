import { overlapOf } from './overlap.js';

/** A chunk of a note. */
interface NoteChunk {
  readonly index: number;
  readonly text: string;
}

interface NoteParts {
  /** Chunks of the note in order, the match among them. */
  readonly chunks: readonly NoteChunk[];
  /** `index` of the chunk that was found. */
  readonly match: number;
}

const MARKER = /\[(?=MATCH (?:START|END|AT CHUNK))/g;
const BETWEEN = '\n\n';

/** A match between its neighbours, set off by `[MATCH START]` and `[MATCH END]`; what chunks share stands once, and the match is whole. */
export function dressEnhanced({ chunks, match }: NoteParts): string {
  const { before, found, after } = divide(chunks, match);
  return [...before, `[MATCH START]\n${found}\n[MATCH END]`, ...after].join(BETWEEN);
}

/** The whole note with `[MATCH AT CHUNK n]` before the match. */
export function dressFullNote({ chunks, match }: NoteParts): string {
  const { before, found, after } = divide(chunks, match);
  return [...before, `[MATCH AT CHUNK ${match.toString()}]\n${found}`, ...after].join(BETWEEN);
}

/** A text in which nothing can be mistaken for a marker of ours. */
export function withoutMarkers(text: string): string {
  return text.replace(MARKER, '\\[');
}

/** The texts before the match lose what the next one repeats, those after it what the one before has. */
function divide(chunks: readonly NoteChunk[], match: number) {
  const texts = chunks.map(({ text }) => withoutMarkers(text).trim());
  const at = chunks.findIndex(({ index }) => index === match);
  const before = texts.slice(0, at).map((text, place) => {
    const next = texts[place + 1] ?? '';
    return text.slice(0, text.length - overlapOf(text, next)).trimEnd();
  });
  const after = texts.slice(at + 1).map((text, place) => text.slice(overlapOf(texts[at + place] ?? '', text)).trimStart());
  return { before: before.filter(isThere), found: texts[at] ?? '', after: after.filter(isThere) };
}

function isThere(text: string): boolean {
  return text !== '';
}
