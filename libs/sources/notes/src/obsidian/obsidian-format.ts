import type { Note, NoteFormat } from '../files/note-format.js';
import { readFrontMatter } from '../markdown/front-matter.js';
import { inlineTags } from '../markdown/inline-tags.js';
import { isoDate, nameOf, tagList, textList } from '../markdown/note-fields.js';
import { withoutWikiLinks } from './wiki-links.js';

/** Drawings are Markdown by name, and compressed JSON in fact. */
const NOTE = /(?<!\.excalidraw)\.md$/i;
const DAMAGED = 'The front matter is not valid YAML; its fields were passed over.';

/** A vault of Obsidian: Markdown with wiki links, front matter, tags and aliases. */
export const OBSIDIAN: NoteFormat = {
  kind: 'obsidian',
  ignore: ['.obsidian/', '.trash/'],
  isNote: (path) => NOTE.test(path),
  parse: parseObsidianNote,
};

async function parseObsidianNote(text: string, path: string): Promise<Note> {
  const { fields, end, isDamaged } = await readFrontMatter(text);
  const body = text.slice(end);
  const by = (...names: readonly string[]) => names.map((name) => fields[name]).find((value) => value !== undefined && value !== null);
  const title = by('title');
  const aliases = textList(by('aliases', 'alias'));
  return {
    text: text.slice(0, end) + withoutWikiLinks(body),
    // The name of its file is what a vault calls a note.
    title: typeof title === 'string' && title.trim() !== '' ? title.trim() : nameOf(path),
    tags: tagList([...textList(by('tags', 'tag')).flatMap((tags) => tags.split(/\s+/)), ...inlineTags(body)]),
    createdAt: isoDate(by('created', 'created_at', 'date created', 'date')),
    modifiedAt: isoDate(by('modified', 'modified_at', 'updated', 'date modified')),
    metadata: aliases.length === 0 ? undefined : { aliases: aliases.join(', ') },
    ...(isDamaged ? { notes: [DAMAGED] } : {}),
  };
}
