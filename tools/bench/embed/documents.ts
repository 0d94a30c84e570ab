// What is handed in to be embedded: notes of one passage, and documents of several, and the texts that a model gets of them.
import { chunkDocument } from '@tributary/chunking';
import { embeddedText } from '@tributary/embedding-port';

/** With its title in front of it a text so long still is one passage. */
const ONE_PASSAGE = 440;
/** About ten passages. */
const DOCUMENT = 4800;

export interface HandedIn {
  readonly title: string;
  readonly content: string;
}

/** One note of each text, cut to one passage; no two are alike. */
export function notesOf(texts: readonly string[]): readonly HandedIn[] {
  // Without the headings, fences and paragraphs at which it would be cut.
  return texts.map((text, n) => handedIn(n, text.replace(/[^\p{L}\p{N}.,]+/gu, ' ').slice(0, ONE_PASSAGE)));
}

/** Documents of several passages, cut from a long text. */
export function documentsOf(prose: string, count: number): readonly HandedIn[] {
  return Array.from({ length: count }, (_, n) => {
    const start = (n * 7919 * 13) % Math.max(1, prose.length - DOCUMENT);
    return handedIn(n, prose.slice(start, start + DOCUMENT).toWellFormed());
  });
}

/** Without a title the beginning of the text would be one. */
function handedIn(n: number, text: string): HandedIn {
  return { title: `entry ${n.toString()}`, content: `${n.toString()}: ${text}` };
}

/** The texts that a model is given of documents. */
export function passagesOf(documents: readonly HandedIn[]): readonly string[] {
  return documents.flatMap(({ title, content }) =>
    chunkDocument({ text: content, type: 'doc', title }).chunks.map((chunk) => embeddedText(chunk.heading, chunk.content)),
  );
}
