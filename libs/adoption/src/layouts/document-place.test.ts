import { describe, expect, it } from 'vitest';
import { recogniseLayout } from './recognise-layout.js';

/** What is found in 60 points that say these things of themselves, beside a text. */
const found = (more: (n: number) => Readonly<Record<string, unknown>>, given = {}) =>
  recogniseLayout({
    points: Array.from({ length: 60 }, (_, n) => ({ payload: { text: `passage ${n.toString()}`, ...more(n) } })),
    vectors: [''],
    given,
  });

const kind = (n: number) => ['chat', 'mail', 'note', 'wiki'][n % 4];

describe('a place tells which document a point is of', () => {
  it.each([
    ['files as sources', (n: number) => ({ source: `${String(n % 6)}.md` }), 'source'],
    ['pages as sources', (n: number) => ({ source: `https://example.org/${String(n % 6)}` }), 'source'],
    ['paths', (n: number) => ({ path: `a/${String(n % 3)}` }), 'path'],
    ['ids', (n: number) => ({ document_id: n % 20 }), 'document_id'],
    ['one document in numbered passages', (n: number) => ({ doc_id: 'manual', chunk_index: n }), 'doc_id'],
    ['some in numbered passages', (n: number) => ({ source: kind(n), chunk: Math.floor(n / 4) }), 'source'],
    ['paths, of which one fills most of it', (n: number) => ({ path: n < 40 ? 'a/b.md' : `c/${String(n % 3)}.md` }), 'path'],
    ['sources, the same', (n: number) => ({ source: n < 40 ? 'docs/manual.pdf' : 'docs/b.pdf' }), 'source'],
    ['a source that is none, and ids', (n: number) => ({ source: 'blob', file_id: `f${String(n % 9)}` }), 'file_id'],
  ])('by %s', (_, more, place) => {
    const { fields, findings, notes } = found(more);
    expect(fields?.document).toBe(place);
    expect(findings.find(({ name }) => name === 'document')?.reason).toMatch(/^100 % of the points have it, \d+ values? in 60 points$/);
    expect(notes).toEqual([]);
  });

  it.each([
    ['one source of all', () => ({ source: 'blob' }), 'source has 1 value in 60 points and tells no documents apart'],
    ['kinds as sources', (n: number) => ({ source: kind(n) }), 'source has 4 values in 60 points'],
    ['one id of most', (n: number) => ({ file_id: n < 40 ? 'x' : `y${String(n)}` }), 'file_id has 21 values in 60 points'],
    ['one path of all', () => ({ path: 'a/b.md' }), 'path has 1 value in 60 points'],
    ['kinds whose numbers are theirs', (n: number) => ({ source: kind(n), chunk: n % 2 }), 'source has 4 values in 60 points'],
  ])('not by %s, and says so', (_, more, note) => {
    const { fields, notes } = found(more);
    expect(fields).not.toHaveProperty('document');
    expect(notes).toEqual([expect.stringContaining(note)]);
    expect(notes[0]).toMatch(
      /every point counts as a document of its own\. If it names documents all the same: --document (source|path|file_id)\.$/,
    );
  });

  it('by what the caller names, whatever is there', () => {
    const { fields, notes } = found(() => ({ source: 'blob' }), { document: 'source' });
    expect(fields).toMatchObject({ document: 'source', source: 'source' });
    expect(notes).toEqual([]);
  });
});
