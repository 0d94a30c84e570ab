import { describe, expect, it } from 'vitest';
import { bundleDocuments, documentAt, type Bundle } from './bundle-documents.js';

const letters = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
const document = (id: string) => ({ id, title: id.toUpperCase(), text: `${id.repeat(40)}\nand more of ${id}` });

/** The one bundle of a few documents. */
function bundleOf(...documents: readonly { readonly id: string; readonly title: string; readonly text: string }[]): Bundle {
  const [only] = bundleDocuments({ documents }, documents.length);
  if (only === undefined) throw new Error('There is no bundle.');
  return only;
}

/** Lines and columns of what stands between two words of a text, the words included. */
function rangeOf(text: string, from: string, to: string) {
  const position = (offset: number): [number, number] => {
    const before = text.slice(0, offset).split('\n');
    return [before.length, (before.at(-1)?.length ?? 0) + 1];
  };
  return { start: position(text.indexOf(from)), end: position(text.indexOf(to) + to.length - 1) };
}

describe('a set as documents of many things', () => {
  it('holds every document once, so many to one, in the same random order each time', () => {
    const set = { documents: letters.map(document) };
    const bundles = bundleDocuments(set, 3);
    expect(bundles.map(({ sections }) => sections.length)).toEqual([3, 3, 1]);
    const order = bundles.flatMap(({ sections }) => sections.map(({ id }) => id));
    expect(order).not.toEqual(letters);
    expect(order.toSorted()).toEqual(letters);
    expect(bundleDocuments(set, 3)).toEqual(bundles);
  });

  it('has headings of its own alone', () => {
    const text = '# no\n   ## no\n#tag\nno\n===\nno\n---\n| a |\n|---|';
    expect(bundleOf({ id: '1', title: 'Of  two\nlines', text }).text).toBe(
      '## Of two lines\n\n\\# no\n   \\## no\n#tag\nno\n\\===\nno\n\\---\n| a |\n|---|\n\n',
    );
    expect(bundleOf({ id: '1', title: '', text: 'Untitled.' }).text).toBe('## Answer\n\nUntitled.\n\n');
    expect(bundleOf({ id: '1', title: 'A title alone', text: ' ' }).text).toBe('## A title alone\n\nA title alone\n\n');
  });

  it('knows each document by the place of its text', () => {
    for (const bundle of bundleDocuments({ documents: letters.map(document) }, 3))
      for (const { id } of bundle.sections) {
        const { text } = bundle;
        expect(documentAt(bundle, rangeOf(text, `## ${id.toUpperCase()}`, `of ${id}`))).toBe(id);
        expect(documentAt(bundle, rangeOf(text, `more of ${id}`, `of ${id}`))).toBe(id);
      }
  });

  it('counts a passage of several as the one that holds most of it', () => {
    const long = { id: 'long', title: 'Long', text: 'The long one is told in a single line of many words.' };
    const bundle = bundleOf(long, { id: 'short', title: 'Short', text: 'Told\nin\nlines.' });
    expect(bundle.sections).toHaveLength(2);
    const { text } = bundle;
    const last = text.trimEnd().slice(-6);
    const whole = rangeOf(text, '## ', last);
    expect(documentAt(bundle, whole)).toBe('long');
    expect(documentAt(bundle, { start: [1000, 1], end: [1000, 5] })).toBeUndefined();
  });
});
