import type { ExtractionRequest } from '@tributary/sources-port';
import { openArchive, type Archive } from '../archive/open-archive.js';
import type { DocumentBudgets } from '../budgets/budgets.js';
import { parseXml } from '../dom/dom.js';
import { allNamed, attribute } from '../dom/local-name.js';
import { requireDepth } from '../dom/require-depth.js';
import type { Extracted } from '../formats/extractor.js';
import { SectionedText } from '../text/sectioned-text.js';
import { documentProperties } from './core-properties.js';
import { relationshipsOf } from './relationships.js';
import { slideText } from './slide-text.js';

const PRESENTATION = 'ppt/presentation.xml';

/** The slides of a presentation in their order, each with its title, text, tables and the notes of the speaker. */
export async function extractPptx({ bytes }: ExtractionRequest, budgets: DocumentBudgets): Promise<Extracted> {
  const archive = await openArchive(bytes, budgets);
  const text = new SectionedText();
  for (const [at, name] of (await slideNames(archive)).entries()) {
    const slide = slideText(await readPart(archive, name, budgets));
    const notes = await notesOf(archive, name, budgets);
    const label = `Slide ${(at + 1).toString()}`;
    const body = [slide.text, ...(notes === '' ? [] : [`Notes: ${notes}`])].filter((part) => part !== '').join('\n\n');
    text.add({ kind: 'slide', label, heading: slide.title === '' ? label : `${label}: ${slide.title}`, body: body || slide.title });
  }
  return { ...(await documentProperties(archive)), text: text.text, lang: 'markdown', sections: text.sections };
}

async function slideNames(archive: Archive): Promise<readonly string[]> {
  const targets = new Map((await relationshipsOf(archive, PRESENTATION)).map(({ id, target }) => [id, target]));
  const order = [...allNamed(parseXml((await archive.text(PRESENTATION)) ?? ''), 'sldId')];
  return order.flatMap((slide) => targets.get(slide.getAttribute('r:id') ?? attribute(slide, 'id') ?? '') ?? []);
}

async function notesOf(archive: Archive, slide: string, budgets: DocumentBudgets): Promise<string> {
  const notes = (await relationshipsOf(archive, slide)).find(({ type }) => type === 'notesSlide');
  return notes === undefined ? '' : slideText(await readPart(archive, notes.target, budgets)).text;
}

async function readPart(archive: Archive, name: string, budgets: DocumentBudgets) {
  const document = parseXml((await archive.text(name)) ?? '');
  requireDepth(document, budgets.maxDepth);
  return document;
}
