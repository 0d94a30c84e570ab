// The static model and its tokenizer against Python's model2vec over the same matrix and the tokenizers it builds on, Rust and JavaScript, on one thread each.
import { StaticEmbeddingProvider } from '@tributary/embedding-static';
import { openPieceCounter } from '@tributary/embedding-static/tokenizer';
import { findModelFolder } from '@tributary/testing';
import { spread, type Figure } from '../figure.ts';
import { openPythonPeer, type PythonPeer } from './python-peer.ts';
import { openTokenizer } from './tokenizer.ts';

const ROUNDS = 5;
const TARGET = 0.8;
/** What cutting texts into passages needs; the peers have nothing that only counts. */
const COUNTING = 'counting the pieces of texts; the peer makes whole encodings';

interface Pair {
  readonly ours: number;
  readonly peer: number;
}

/** None where a peer is missing, which is said on standard error. */
export async function comparedFigures(texts: readonly string[]): Promise<readonly Figure[]> {
  const count = openPieceCounter();
  const tokens = texts.reduce((sum, text) => sum + count(text), 0);
  const peer = await openPythonPeer();
  const figures = [...javascriptFigures(texts, tokens, count)];
  if ('missing' in peer) {
    console.error(`model2vec is not measured: ${peer.missing}.`);
    return figures;
  }
  const provider = new StaticEmbeddingProvider();
  const embed = await inTurn(tokens, texts, { ours: () => provider.embedSync(texts), what: 'embed', peer });
  const cut = await inTurn(tokens, texts, { ours: () => texts.map(count), what: 'tokenize', peer });
  peer.close();
  return [
    ...figures,
    figure('static model: texts of 480 characters, one thread', { name: 'model2vec (Python), the same matrix', pairs: embed }, TARGET),
    figure(COUNTING, { name: 'tokenizers (Rust, from Python)', pairs: cut }),
  ];
}

function javascriptFigures(texts: readonly string[], tokens: number, count: (text: string) => number): readonly Figure[] {
  const folder = findModelFolder();
  if (folder.kind === 'none') {
    console.error(`The tokenizer of JavaScript is not measured: ${folder.reason}.`);
    return [];
  }
  const tokenizer = openTokenizer(folder.path);
  const ours = () => texts.map(count);
  const peer = () => texts.map((text) => tokenizer.encode(text, { add_special_tokens: false }).ids.length);
  ours();
  peer();
  const pairs = Array.from({ length: ROUNDS }, () => ({ ours: tokens / timed(ours), peer: tokens / timed(peer) }));
  return [figure(COUNTING, { name: '@huggingface/tokenizers', pairs })];
}

async function inTurn(
  tokens: number,
  texts: readonly string[],
  { ours, what, peer }: { readonly ours: () => unknown; readonly what: 'embed' | 'tokenize'; readonly peer: PythonPeer },
): Promise<readonly Pair[]> {
  const pairs: Pair[] = [];
  ours();
  await peer.seconds(what, texts);
  for (let round = 0; round < ROUNDS; round++) pairs.push({ ours: tokens / timed(ours), peer: tokens / (await peer.seconds(what, texts)) });
  return pairs;
}

function figure(what: string, { name, pairs }: { readonly name: string; readonly pairs: readonly Pair[] }, target?: number): Figure {
  const ratio = spread(pairs.map(({ ours, peer }) => ours / peer));
  return {
    what,
    unit: 'tokens/s',
    ours: spread(pairs.map(({ ours }) => ours)),
    peer: { name, spread: spread(pairs.map(({ peer }) => peer)) },
    ratio,
    ...(target === undefined ? {} : { target: { text: `≥ ${target.toString()} ×`, met: ratio.median >= target } }),
  };
}

/** Seconds. */
function timed(work: () => unknown): number {
  const start = performance.now();
  work();
  return (performance.now() - start) / 1000;
}
