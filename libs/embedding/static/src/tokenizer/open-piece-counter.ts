import { loadModel } from '../model/model-tables.js';
import { SHIPPED_MODEL } from '../model/shipped-model.js';
import { CharacterKinds } from './character-kinds.js';
import { PieceCounter } from './piece-counter.js';
import { PieceTrie } from './piece-trie.js';

/** The tokenizer of the shipped model alone. @returns what counts the pieces of a text, known ones */
export function openPieceCounter(folder = SHIPPED_MODEL): (text: string) => number {
  const { tables } = loadModel(folder);
  const counter = new PieceCounter(new PieceTrie(tables.trie), new CharacterKinds(), tables.rows);
  return (text) => {
    counter.clear();
    counter.feed(text, 0, text.length);
    counter.finish();
    let pieces = 0;
    for (let i = 0; i < counter.distinct; i++) pieces += counter.counts[counter.rows[i] ?? 0] ?? 0;
    return pieces;
  };
}
