// Entry of the thread that parses: a message is a document, the answer the document cut; in order. It first says that it is ready. What breaks the
// parser ends the thread: its memory cannot be trusted then.
import type { DocumentToChunk } from '@tributary/chunking';
import { chunkByLines, chunkWithSyntax, SyntaxParser } from '@tributary/chunking/syntax';
import { setFlagsFromString } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import { toCutDocument } from './cut-document.js';
import { readGrammar } from './read-grammar.js';

/** What the thread is asked. */
export interface ToCut {
  readonly document: DocumentToChunk;
  /** Not to be parsed, and why. */
  readonly byLines?: string | undefined;
}

// Loading a grammar while V8 optimises another one can take seconds; the simple compiler's code parses as fast.
setFlagsFromString('--liftoff-only');
const parser = await SyntaxParser.open(readGrammar);

async function cut({ document, byLines }: ToCut): Promise<void> {
  const chunked = byLines === undefined ? await chunkWithSyntax(document, parser) : chunkByLines(document, byLines);
  parentPort?.postMessage(toCutDocument(chunked));
}

let last = Promise.resolve();
parentPort?.on('message', (asked: ToCut) => {
  last = last.then(() => cut(asked));
});
parentPort?.postMessage('ready');
