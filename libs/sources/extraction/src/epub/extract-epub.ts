import { posix } from 'node:path';
import type { ExtractionRequest } from '@tributary/sources-port';
import { openArchive, type Archive } from '../archive/open-archive.js';
import type { DocumentBudgets } from '../budgets/budgets.js';
import { parseHtml, parseXml, type DomDocument } from '../dom/dom.js';
import { allNamed, attribute, firstNamed } from '../dom/local-name.js';
import { requireDepth } from '../dom/require-depth.js';
import type { Extracted } from '../formats/extractor.js';
import { Refused } from '../formats/refused.js';
import { toMarkdown } from '../html/markdown-writer.js';
import { detailsOf, propertiesOf } from '../office/core-properties.js';
import { SectionedText } from '../text/sectioned-text.js';
import { oneLine } from '../text/tidy.js';
import { bookDates } from './book-dates.js';

/** The chapters of a book in the order of its spine. @throws Refused (`encrypted`) for one with copy protection */
export async function extractEpub({ bytes }: ExtractionRequest, budgets: DocumentBudgets): Promise<Extracted> {
  const archive = await openArchive(bytes, budgets);
  const packageName = await packageOf(archive);
  const xml = await archive.text(packageName);
  if (xml === undefined) throw new Refused('damaged', 'It has no table of its parts.');
  const book = parseXml(xml);
  requireDepth(book, budgets.maxDepth);
  const chapters = chaptersOf(book, posix.dirname(packageName));
  await requireOpen(archive, chapters);
  const text = new SectionedText();
  for (const name of chapters) {
    const chapter = parseHtml(asHtml((await archive.text(name)) ?? ''));
    requireDepth(chapter, budgets.maxDepth);
    addChapter(text, chapter);
  }
  const { createdAt: _made, modifiedAt: _out, ...details } = detailsOf(propertiesOf(xml));
  return { ...details, ...bookDates(book), text: text.text, lang: 'markdown', sections: text.sections };
}

async function packageOf(archive: Archive): Promise<string> {
  const container = (await archive.text('META-INF/container.xml')) ?? '';
  const root = container === '' ? undefined : firstNamed(parseXml(container), 'rootfile');
  return (root && attribute(root, 'full-path')) ?? 'content.opf';
}

function chaptersOf(book: DomDocument, folder: string): readonly string[] {
  const parts = new Map([...allNamed(book, 'item')].map((item) => [attribute(item, 'id') ?? '', attribute(item, 'href') ?? '']));
  return [...allNamed(book, 'itemref')].flatMap((reference) => {
    const href = parts.get(attribute(reference, 'idref') ?? '');
    return href === undefined ? [] : [posix.normalize(posix.join(folder, decodeName(href)))];
  });
}

/** In HTML an empty `<title/>` would go on to the end of the page. */
function asHtml(xhtml: string): string {
  return xhtml.replaceAll(/<(title|script|style|a|div|span|p|textarea)((?:\s[^<>]*)?)\/>/gi, '<$1$2></$1>');
}

function decodeName(href: string): string {
  try {
    return decodeURIComponent(href.split('#', 1)[0] ?? '');
  } catch {
    return href;
  }
}

/** Fonts may be encrypted in a book that anybody can read; chapters may not. */
async function requireOpen(archive: Archive, chapters: readonly string[]): Promise<void> {
  const encryption = await archive.text('META-INF/encryption.xml');
  if (encryption !== undefined && chapters.some((name) => encryption.includes(posix.basename(name)))) {
    throw new Refused('encrypted', 'The book is copy-protected.');
  }
}

/** A chapter that begins with a heading needs no other. */
function addChapter(text: SectionedText, chapter: DomDocument): void {
  const body = chapter.body === null ? '' : toMarkdown(chapter.body);
  const heading = oneLine(/^#{1,6} (.*)$/m.exec(body)?.[1] ?? '');
  const label = heading || oneLine(chapter.querySelector('title')?.textContent ?? '');
  text.add({ kind: 'chapter', label, body, ...(/^#{1,6} /.test(body) ? { heading: '' } : {}) });
}
