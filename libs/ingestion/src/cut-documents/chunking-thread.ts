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

// V8 would optimise the functions of every grammar: gigabytes of memory and seconds of all cores for some twenty languages, while the simple compiler's
// code parses as fast. Read for the whole process, and only when code is made: functions at place 0 of their module are still optimised, which is the
// scan of vectors (docs/adr/0064-grammars-are-not-optimised.md). `--liftoff-only` has no such effect on a process that runs.
setFlagsFromString('--wasm-tier-up-filter=0');
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
