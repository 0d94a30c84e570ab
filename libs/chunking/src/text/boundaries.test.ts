import { describe, expect, it } from 'vitest';
import { lineBoundary, proseBoundary } from './boundaries.js';

/** What a cut at the mark | is worth. */
function worth(marked: string, boundary = proseBoundary): number | undefined {
  const at = marked.indexOf('|');
  return boundary(marked.slice(0, at) + marked.slice(at + 1), at);
}

describe('a cut in prose', () => {
  it('is worth more between paragraphs than between sentences, lines, clauses, words', () => {
    const order = ['one.\n\n|Two', 'one.\n|Two', 'one. |Two', 'one. |two', 'one\n|two', 'one, |two', 'one |two'].map((marked) =>
      worth(marked),
    );
    expect(order).toEqual([...order].sort((a, b) => (b ?? -1) - (a ?? -1)));
    expect(new Set(order).size).toBe(order.length);
  });

  it('is not made inside a word or before white space', () => {
    for (const marked of ['on|e', 'one| two', 'one |\ntwo', '1|.5']) expect(worth(marked)).toBeUndefined();
  });

  it('looks through closing quotes and brackets', () => {
    for (const marked of ['one.” |Two', '(one.) |Two', '**one!** |Two']) expect(worth(marked)).toBe(worth('one. |Two'));
  });

  it('takes the stops of abbreviations, initials and list numbers for no end', () => {
    for (const marked of ['see e.g. |Two', 'i.e. |two', 'J. |Smith', 'text\n3. |Judge', '  12. |Item'])
      expect(worth(marked)).toBe(worth('one |two'));
    expect(worth('in 2012. |The')).toBe(worth('one. |Two'));
  });

  it.each(['है। |यह', 'ہے۔ |یہ', 'كيف؟ |هذا', 'ነው። |ይህ', 'է։ |Այս', 'တယ်။ |ဒီ', 'ទៅ។ |នេះ', '॥ ५॥ |अथ', 'है।” |यह'])(
    'knows the stops of further scripts: %s',
    (marked) => {
      expect(worth(marked)).toBe(worth('one. |Two'));
    },
  );

  it('knows the commas of further scripts', () => {
    for (const marked of ['كيف، |هذا', 'ነው፣ |ይህ']) expect(worth(marked)).toBe(worth('one, |two'));
    expect(worth('है।\n|यह')).toBe(worth('one.\n|Two'));
  });

  it('knows the stops of Chinese and Japanese, which no space follows', () => {
    expect(worth('答える。|質問')).toBe(worth('one. |Two'));
    expect(worth('答え、|質問')).toBe(worth('one, |two'));
  });
});

describe('a cut between lines', () => {
  it('is worth more after a blank line and at small indentation, nothing before a closing bracket', () => {
    const order = ['a\n\n|b', 'a\n|b', 'a\n|  b', 'a\n|      b', 'a\n|  }'].map((marked) => worth(marked, lineBoundary));
    expect(order).toEqual([...order].sort((a, b) => (b ?? -1) - (a ?? -1)));
    expect(worth('a\r\n\r\n|b', lineBoundary)).toBe(worth('a\n\n|b', lineBoundary));
    expect(worth('a |b', lineBoundary)).toBeUndefined();
  });
});
