import { withLineFeeds } from '@tributary/kernel';
import type { Note, NoteFormat } from '../files/note-format.js';
import { dayOfPath } from '../markdown/dated-path.js';
import { readHead } from '../markdown/head-fields.js';
import { inlineTags } from '../markdown/inline-tags.js';
import { nameOf, tagList } from '../markdown/note-fields.js';
import { withinBounds } from '../markdown/own-properties.js';
import { linkedNotes, withoutWikiLinks } from './wiki-links.js';

/** Drawings are Markdown by name, and compressed JSON in fact. */
const NOTE = /(?<!\.excalidraw)\.md$/i;

/** What lies beside notes to be read, and is read as in a folder. */
const DOCUMENT = /\.(?:pdf|doc[xm]|dotx|ppt[xm]|ppsx|xls[xm]|xltx|o[dt][tps]|epub|html?|eml|mbox|ipynb|srt|vtt)$/i;

/** A vault of Obsidian: Markdown with wiki links, front matter, tags and aliases. */
export const OBSIDIAN: NoteFormat = {
  kind: 'obsidian',
  // 1: tags of several words in a list; 2: dates as they are written; 3: code, and tags by Obsidian's own rule; 4: TOML, line ends of old; 5: UTF-8 with
  // damage, empty notes; 6: days by which notes are named, notes that links lead to,
  // properties.
  revision: 6,
  ignore: ['.obsidian/', '.trash/'],
  isNote: (path) => NOTE.test(path),
  isDocument: (path) => DOCUMENT.test(path),
  parse: parseObsidianNote,
};

async function parseObsidianNote(written: string, path: string): Promise<Note> {
  const text = withLineFeeds(written);
  const { end, title, tags, metadata, links: ofProperties, ...head } = await readHead(text);
  const body = text.slice(end);
  const { links: own = [], ...others } = metadata;
  const links = [...new Set([[own].flat().map(String), ofProperties, linkedNotes(body)].flat())];
  return {
    ...head,
    createdAt: head.createdAt ?? dayOfPath(path),
    isModifiedAtWritten: true,
    text: text.slice(0, end) + withoutWikiLinks(body),
    // The name of its file is what a vault calls a note.
    title: title ?? nameOf(path),
    // The last one, so that it is the links that have no room.
    metadata: withinBounds({ ...others, ...(links.length === 0 ? {} : { links }) }),
    tags: tagList([...tags, ...inlineTags(body)]),
  };
}
