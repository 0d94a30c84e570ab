import type { Note, NoteFormat } from '../files/note-format.js';
import { isoDate, tagList } from '../markdown/note-fields.js';
import { zimLineToMarkdown } from './zim-markup.js';

const HEAD = /^Content-Type: text\/x-zim-wiki\r?\n/;
const HEAD_LINE = /^([A-Za-z-]{1,40}): (.{0,200}?)\r?$/;
const TITLE = /^={5,6} (.{1,400}?) ={5,6}\s*$/;
/** `@tag`, not part of an address. */
const TAG = /(?<![^\s(,;])@([\p{L}\p{N}_][\p{L}\p{N}_-]{0,100})/gu;
const VERBATIM = /^'''\s*$/;

/** A notebook of the desktop wiki Zim: one text file a page, its markup turned into Markdown line by line. */
export const ZIM: NoteFormat = {
  kind: 'zim',
  // 1: UTF-8 with damage, empty pages.
  revision: 1,
  ignore: ['notebook.zim', '.zim/'],
  isNote: (path) => path.toLowerCase().endsWith('.txt'),
  parse: parseZimPage,
};

function parseZimPage(text: string, path: string): Note | undefined {
  if (!HEAD.test(text)) return undefined;
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''));
  const fields = new Map<string, string>();
  let first = 0;
  for (; first < lines.length; first++) {
    const field = HEAD_LINE.exec(lines[first] ?? '');
    if (field === null) break;
    fields.set((field[1] ?? '').toLowerCase(), field[2] ?? '');
  }
  // The head tells nothing of the page; its lines stay, empty, so that all others keep their numbers.
  const body = lines.slice(first);
  const page = path
    .replace(/\.txt$/i, '')
    .replaceAll('_', ' ')
    .split('/');
  const title = body.map((line) => TITLE.exec(line)?.[1]).find((found) => found !== undefined);
  return {
    text: [...lines.slice(0, first).map(() => ''), ...markdownOf(body)].join('\n'),
    title: title ?? page.at(-1),
    tags: tagList(body.flatMap((line) => [...line.matchAll(TAG)].map(([, tag = '']) => tag))),
    createdAt: isoDate(fields.get('creation-date')),
    metadata: { page: page.join(':') },
  };
}

function markdownOf(lines: readonly string[]): readonly string[] {
  let isVerbatim = false;
  return lines.map((line) => {
    if (VERBATIM.test(line)) {
      isVerbatim = !isVerbatim;
      return '```';
    }
    return isVerbatim ? line : zimLineToMarkdown(line);
  });
}
