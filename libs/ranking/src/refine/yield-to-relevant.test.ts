import { describe, expect, it } from 'vitest';
import type { JudgedHit } from '../judge/judge.js';
import { yieldToRelevant } from './yield-to-relevant.js';

/** Hits in the order of their scores, with these relevances, each of a document of its own. */
function hits(...relevances: readonly number[]): JudgedHit[] {
  return relevances.map((relevance, at) => hit(at, { relevance }));
}

function hit(at: number, { relevance, document = at.toString() }: { readonly relevance: number; readonly document?: string }): JudgedHit {
  const candidate = {
    id: at.toString(),
    docId: document,
    chunkIndex: 0,
    body: new Uint8Array(),
    title: new Uint8Array(),
    length: 1,
  };
  return { collection: 0, candidate, score: 100 - at, relevance, signals: () => ({ score: 100 - at }) };
}

const settled = (list: readonly JudgedHit[]) => yieldToRelevant(list, { limit: 2, documentOf: ({ candidate }) => candidate.docId });

const orderOf = (list: readonly JudgedHit[]) => list.map(({ candidate }) => Number(candidate.id));

describe('a doubtful hit', () => {
  it.each([
    ['stands behind one that is far more relevant', [0.05, 0.32], [1, 0]],
    ['and behind the last such', [0.05, 0.5, 0.1, 0.3, 0.29], [1, 2, 3, 0, 4]],
    ['the farther the less it is doubtful', [0.19, 0.59, 0.6, 0.1], [1, 2, 0, 3]],
    ['but not behind one that is doubtful itself', [0.01, 0.2], [0, 1]],
    ['nor where it is none', [0.2, 0.7, 0.89], [0, 1, 2]],
    ['and one that is no more than likely behind what is as good as certain', [0.29, 0.3, 0.9], [1, 2, 0]],
    ['keeps its place among its like', [0.02, 0.01, 0.9], [2, 0, 1]],
    ['stays where nothing is better', [0.9, 0.05, 0.01], [0, 1, 2]],
  ])('%s', (_what, relevances, order) => {
    const list = hits(...relevances);
    const yielded = settled(list);
    expect(orderOf(yielded)).toEqual(order);
    expect(yielded.map(({ score }) => score)).toEqual(list.map(({ score }) => score));
  });

  it('stands behind one that is shown, however many passages of its document lie between', () => {
    const manual = Array.from({ length: 40 }, (_, at) => hit(at, { relevance: 0.01, document: 'manual' }));
    const order = orderOf(settled([...manual, hit(40, { relevance: 0.8 }), hit(41, { relevance: 0.01 })]));
    expect(order.slice(0, 3)).toEqual([40, 0, 1]);
    expect(order.at(-1)).toBe(41);
  });

  it('stands behind one that is as good as certain, however far down that is, as the only note of a small collection may be', () => {
    const others = Array.from({ length: 60 }, (_, at) => hit(at, { relevance: at === 3 ? 0.4 : 0.2 }));
    expect(orderOf(settled([...others, hit(60, { relevance: 0.95 })])).slice(0, 3)).toEqual([3, 60, 0]);
    expect(orderOf(settled([...others, hit(60, { relevance: 0.89 })])).slice(0, 3)).toEqual([0, 1, 2]);
  });

  it('does not stand behind a passage that its document has no room for', () => {
    const page = [0, 1, 3].map((at) => hit(at, { relevance: 0.7, document: 'page' }));
    const list = [...page.slice(0, 2), hit(2, { relevance: 0.05 }), ...page.slice(2), hit(4, { relevance: 0.1 })];
    expect(orderOf(settled(list))).toEqual([0, 1, 2, 3, 4]);
  });

  it('says so in its explanation', () => {
    const [first, second] = settled(hits(0.05, 0.9));
    expect(first?.signals()).toEqual({ score: 100 });
    expect(second?.signals()).toEqual({ score: 99, yields: 1 });
  });

  it('is left alone below the head', () => {
    const list = hits(...new Array<number>(20).fill(0.05), 0.89);
    expect(settled(list)).toBe(list);
  });
});
