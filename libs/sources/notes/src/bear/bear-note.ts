import { z } from 'zod';
import type { Note, NoteFormat } from '../files/note-format.js';
import { inlineTags } from '../markdown/inline-tags.js';
import { isoDate, nameOf, tagList } from '../markdown/note-fields.js';
import { withoutWikiLinks } from '../obsidian/wiki-links.js';

const HEADING = /^# +(\S.*)/gm;
const LONGEST_TITLE = 400;
const PICTURE = /!\[[^\]\n]{0,200}\]\((?:assets\/|[^)\n:]{1,400}\.(?:png|jpe?g|gif|heic|webp|pdf))[^)\n]{0,400}\)/gi;
/** The text of a bundle, whose folder has the name of the note. */
const BUNDLE_TEXT = /\.textbundle\/text\.(?:md|markdown|txt)$/i;

/** What Bear writes of a note beside its text. */
const BearFields = z.object({
  uniqueIdentifier: z.string().min(1).max(200).optional(),
  creationDate: z.string().optional(),
  modificationDate: z.string().optional(),
  trashed: z.union([z.boolean(), z.number()]).optional(),
});
const BundleInfo = z.looseObject({ 'net.shinyfrog.bear': BearFields.optional().catch(undefined) });
export type BearFields = z.infer<typeof BearFields>;

const DAMAGED = 'Its info.json is damaged; the id and the dates in it were passed over.';

/** What the `info.json` of a bundle says of a note; empty where it is none of Bear's. @returns also what could not be understood, in sentences */
export function readBundleInfo(text: string): { readonly fields: BearFields; readonly notes: readonly string[] } {
  if (text === '') return { fields: {}, notes: [] };
  try {
    return { fields: BundleInfo.parse(JSON.parse(text))['net.shinyfrog.bear'] ?? {}, notes: [] };
  } catch {
    return { fields: {}, notes: [DAMAGED] };
  }
}

/** The first heading that is no longer than a title, without the signs behind it. */
function titleIn(text: string): string | undefined {
  const titles = [...text.matchAll(HEADING)].map(([, line = '']) =>
    line
      .trimEnd()
      .replace(/(?<!#)#+$/, '')
      .trimEnd(),
  );
  return titles.find((title) => title !== '' && title.length <= LONGEST_TITLE);
}

/** A note of Bear: Markdown whose first heading is its title. @param name of its file or bundle, where it has no heading */
export function parseBearNote(text: string, name: string, { creationDate, modificationDate }: BearFields = {}): Note {
  return {
    text: withoutWikiLinks(text.replace(PICTURE, '')),
    title: titleIn(text.slice(0, 2000)) ?? name,
    tags: tagList(inlineTags(text, { hasWideTags: true })),
    createdAt: isoDate(creationDate),
    modifiedAt: isoDate(modificationDate),
  };
}

/** A folder that Bear exported Markdown or text bundles to. */
export const BEAR_FOLDER: NoteFormat = {
  kind: 'bear',
  ignore: ['assets/'],
  isNote: (path) => BUNDLE_TEXT.test(path) || (/\.(?:md|markdown|txt)$/i.test(path) && !path.includes('.textbundle/')),
  parse: (text, path) => parseBearNote(text, nameOf(path.replace(/\.textbundle\/text\.\w+$/i, '.md'))),
};
