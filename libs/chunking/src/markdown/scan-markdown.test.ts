import { describe, expect, it } from 'vitest';
import { Lines } from '../text/lines.js';
import { scanMarkdown } from './scan-markdown.js';

/** Kind, path and first line of each block. */
function blocks(text: string): [kind: string, path: string, text: string][] {
  return scanMarkdown(new Lines(text)).blocks.map(({ kind, path, start, end }) => [kind, path.join('/'), text.slice(start, end).trimEnd()]);
}

const kinds = (text: string) => blocks(text).map(([kind]) => kind);
const headings = (text: string) => blocks(text).flatMap(([kind, path]) => (kind === 'heading' ? [path] : []));

describe('headings', () => {
  it('of both forms make a path by their levels', () => {
    expect(headings('# A\n## B\n### C\n## D\nE\n===\nF\n---\n')).toEqual(['A', 'A/B', 'A/B/C', 'A/D', 'E', 'E/F']);
  });

  it('may skip levels, be empty, be closed by marks and be indented by three', () => {
    expect(headings('### A ###\n# B #not closed\n   ## C\n##\n## ##\n')).toEqual([
      'A',
      'B #not closed',
      'B #not closed/C',
      'B #not closed',
      'B #not closed',
    ]);
  });

  it('need a space and at most six marks, and no indentation of four', () => {
    expect(headings('#tag\n\n####### seven\n\n    # code\n')).toEqual([]);
  });

  it('may be underlined paragraphs of several lines', () => {
    expect(headings('Two\nlines\n===\n')).toEqual(['Two lines']);
    expect(blocks('Two\nlines\n===\n')).toEqual([['heading', 'Two lines', 'Two\nlines\n===']]);
  });

  it('are not made by rules, lists, quotes or tables above dashes', () => {
    expect(headings('text\n\n---\n\n- item\n---\n\n> quote\n---\n\n| a |\n|---|\n')).toEqual([]);
  });

  it('lose links, images, code marks, emphasis, tags and anchors', () => {
    expect(headings('# [Use](x.md) `npm` **now** <a id="x"></a> ![logo](l.png) {#use}\n')).toEqual(['Use npm now logo']);
  });

  it.each([
    ['`<Transition>` {#transition}', '<Transition>'],
    ['`useState<T>()`', 'useState<T>()'],
    ['`List<String>` vs ``Set<`a`>``', 'List<String> vs Set<`a`>'],
    ['The `**kwargs` of `__init__`', 'The **kwargs of __init__'],
    ['[`<Link>`](link.md) and `{#id}`', '<Link> and {#id}'],
    ['\\<KeepAlive> \\`x', '<KeepAlive> `x'],
    ['2 < 3 and 5 > 4', '2 < 3 and 5 > 4'],
    ['Map<String> of <Link>', 'Map<String> of <Link>'],
    ['New<br/>in <https://a.example/b> <Badge text="2.0" />', 'Newin https://a.example/b'],
    ['__Bold__ my__name 2 ** 3 **b**', 'Bold my__name 2 ** 3 b'],
    ['A ` alone', 'A alone'],
  ])('keep what is literal: %s', (text, title) => {
    expect(headings(`# ${text}\n`)).toEqual([title]);
  });

  it('name nothing where they are empty', () => {
    expect(scanMarkdown(new Lines('# \n\ntext\n\n# Named\n')).title).toBe('Named');
    expect(scanMarkdown(new Lines('# <a id="x"></a>\n\ntext\n'))).not.toHaveProperty('title');
  });
});

describe('fences', () => {
  it('hide what looks like headings until the same marks, at least as many, close them', () => {
    expect(blocks('````md\n# no\n```\n# no\n~~~\n````\n# yes\n')).toEqual([
      ['code', '', '````md\n# no\n```\n# no\n~~~\n````'],
      ['heading', 'yes', '# yes'],
    ]);
  });

  it('run to the end when nothing closes them', () => {
    expect(kinds('text\n\n~~~\n# no\n')).toEqual(['section', 'code']);
  });

  it('are no fences with a mark in their first line', () => {
    expect(headings('``` `x`\n# yes\n')).toEqual(['yes']);
  });

  it('may stand in list items, and end with them', () => {
    expect(blocks('- item\n  ```\n  # no\n  ```\n\n- other\n  ```\n  # no\n# yes\n').map(([kind, path]) => [kind, path])).toEqual([
      ['section', ''],
      ['code', ''],
      ['section', ''],
      ['code', ''],
      ['heading', 'yes'],
    ]);
  });
});

describe('indented code', () => {
  it('is code after a blank line, and text inside a paragraph', () => {
    expect(kinds('text\n    # no code\n\n    # code\n\n    more\n\ntext')).toEqual(['section', 'code', 'section']);
  });

  it('is measured from the text of the list item around it', () => {
    expect(kinds('- item\n\n      code\n\n    text of a nested item\n')).toEqual(['section', 'code', 'section']);
    expect(kinds('1. item\n\n   # heading in an item\n')).toEqual(['section', 'heading']);
  });
});

describe('lists, tables, HTML', () => {
  it('are blocks item by item', () => {
    expect(blocks('- one\n  more\n- two\n  1. nested\n  2. second\n\n* three').map(([, , text]) => text)).toEqual([
      '- one\n  more',
      '- two',
      '  1. nested',
      '  2. second',
      '* three',
    ]);
  });

  it('do not start with a year in running text', () => {
    expect(kinds('It was\n1986. A good year\n')).toEqual(['section']);
    expect(kinds('It was\n1. first\n')).toEqual(['section', 'section']);
  });

  it('keep a table together', () => {
    expect(blocks('intro\n| a | b |\n|:--|--:|\n| 1 | 2 |\n| 3 | 4 |\n\ntext')).toEqual([
      ['section', '', 'intro'],
      ['table', '', '| a | b |\n|:--|--:|\n| 1 | 2 |\n| 3 | 4 |'],
      ['section', '', 'text'],
    ]);
  });

  it('hide headings in comments, scripts and blocks of HTML', () => {
    const text = '<!--\n# no\n\n# no\n-->\n<script>\n# no\n\n# no\n</script>\n<div>\n# no\n\n# yes\n<!-- one line -->\n# also\n';
    expect(headings(text)).toEqual(['yes', 'also']);
    expect(kinds(text)).toEqual(['html', 'html', 'html', 'heading', 'html', 'heading']);
  });
});

describe('front matter', () => {
  const title = (text: string) => scanMarkdown(new Lines(text)).title;

  it('gives the title, in YAML and in TOML', () => {
    expect(title('---\nlayout: x\ntitle: Plain title # comment\n---\n')).toBe('Plain title');
    expect(title("---\ntitle: 'It''s'\n---\n")).toBe("It's");
    expect(title('---\ntitle: >-\n  Folded\n  over lines\nother: x\n---\n')).toBe('Folded over lines');
    expect(title('+++\ntitle = "From TOML"\n+++\n')).toBe('From TOML');
    expect(title('---\r\ntitle: Windows\r\n---\r\ntext')).toBe('Windows');
    expect(title('---\ntags: [a]\n---\n# Heading\n')).toBe('Heading');
  });

  it.each(['title: [unclosed', 'title: {unclosed', 'title: "unclosed', 'title: [a,\n  b]'])(
    'gives no title where that is damaged: %s',
    (head) => {
      expect(title(`---\n${head}\n---\n# Heading\n`)).toBe('Heading');
      expect(title(`---\n${head}\n---\ntext\n`)).toBeUndefined();
    },
  );

  it('gives a title that begins with a sign of YAML, or goes on in quotes', () => {
    expect(title('---\ntitle: [Draft] Notes\n---\n')).toBe('[Draft] Notes');
    expect(title('---\ntitle: "[wip"\n---\n')).toBe('[wip');
    expect(title('---\ntitle: "From line\n  to line"\nother: x\n---\n')).toBe('From line to line');
  });

  it('is a block of its own and no heading', () => {
    expect(blocks('---\ntitle: A\n---\n\n# B\n')).toEqual([
      ['front_matter', '', '---\ntitle: A\n---'],
      ['heading', 'B', '# B'],
    ]);
  });

  it('is no text that stands between two rules', () => {
    const text = '---\n\n# Bread\n\nNeeds salt: a lot.\n\nAnd flour.\n\n---\n\n## Rye\n';
    expect(title(text)).toBe('Bread');
    expect(blocks(text).map(([kind]) => kind)).not.toContain('front_matter');
  });

  it('is only read at the very beginning and when it is closed', () => {
    expect(kinds('---\nno end\n')).toEqual(['section', 'section']);
    expect(title('\n---\ntitle: A\n---\n')).toBeUndefined();
  });
});
