import { localOwner, type PointView } from '@tributary/contracts';
import { describe, expect, it } from 'vitest';
import { readNote, type NoteWish } from './read-note.js';

const CONTEXT = { principal: localOwner, signal: new AbortController().signal };

function chunk(chunk_index: number, total_chunks: number, modified_at = 'now'): PointView {
  const id = chunk_index.toString();
  return { id, uri: '', document: 'n', title: 'N', content: id, chunk_index, total_chunks, modified_at, metadata: {} };
}

/** What is read when the note is in these states, one after the other; the last one stays. */
function reading(states: readonly (readonly PointView[])[], wish: Partial<NoteWish> = {}) {
  let reads = 0;
  const getPoints = () => Promise.resolve({ points: [...(states[Math.min(reads++, states.length - 1)] ?? [])] });
  return readNote({ getPoints }, { collection: 'c', match: chunk(1, 3), isForeign: false, ...wish }, CONTEXT);
}

const WHOLE = [chunk(0, 3), chunk(1, 3), chunk(2, 3)];

describe('a note that is being rewritten', () => {
  it.each([
    ['chunks of two dates', [chunk(0, 3), chunk(1, 3), chunk(2, 3, 'before')]],
    ['chunks of two lengths', [chunk(0, 3), chunk(1, 3), chunk(2, 4)]],
    ['a gap', [chunk(0, 3), chunk(2, 3)]],
    ['a missing end', [chunk(0, 3), chunk(1, 3)]],
    ['no match', []],
  ])('is read again while it has %s', async (_, broken) => {
    expect(await reading([broken, WHOLE])).toEqual(WHOLE);
    expect(await reading([broken])).toBeUndefined();
  });

  it('is whole as far as it was asked for', async () => {
    const near = [chunk(1, 9), chunk(2, 9), chunk(3, 9)];
    expect(await reading([near], { match: chunk(2, 9), range: { from: 1, to: 3 } })).toEqual(near);
    expect(await reading([WHOLE], { match: chunk(1, 3), range: { from: 0, to: 3 } })).toEqual(WHOLE);
  });

  it('is whole with passages that have dates of their own, as mails of a mailbox do', async () => {
    const entry = (at: number, moment: string) => ({ ...chunk(at, 4, moment), created_at: moment });
    const beginning = { ...chunk(0, 4), created_at: 'once' };
    const log = [beginning, entry(1, 'monday'), entry(2, 'tuesday'), { ...beginning, chunk_index: 3 }];
    expect(await reading([log], { match: chunk(1, 4) })).toEqual(log);
    const broken = log.with(3, { ...chunk(3, 4, 'before'), created_at: 'once' });
    expect(await reading([broken], { match: chunk(1, 4) })).toBeUndefined();
  });

  it('of another program has no versions: it is there when the match is; of equal numbers the match counts', async () => {
    const loose = [chunk(0, 1, 'a'), { ...chunk(1, 2, 'b'), id: 'other' }, chunk(1, 2, 'c')];
    expect(await reading([loose], { isForeign: true, match: chunk(1, 2) })).toEqual([loose[0], loose[2]]);
  });
});
