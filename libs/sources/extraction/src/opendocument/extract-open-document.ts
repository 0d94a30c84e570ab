import type { ExtractionRequest } from '@tributary/sources-port';
import { openArchive, type Archive } from '../archive/open-archive.js';
import type { DocumentBudgets } from '../budgets/budgets.js';
import { parseXml, type DomElement, type DomNode } from '../dom/dom.js';
import { attribute, childrenNamed, firstNamed } from '../dom/local-name.js';
import { requireDepth } from '../dom/require-depth.js';
import type { Extracted } from '../formats/extractor.js';
import { Refused } from '../formats/refused.js';
import { documentProperties } from '../office/core-properties.js';
import { SectionedText } from '../text/sectioned-text.js';
import { writeRaised } from './raised-spans.js';
import { tableText, writeOpenText } from './open-text.js';

type Content = Pick<Extracted, 'text' | 'sections'>;

/** A text, workbook or presentation of OpenDocument. */
export async function extractOpenDocument({ bytes }: ExtractionRequest, budgets: DocumentBudgets): Promise<Extracted> {
  const archive = await openArchive(bytes, budgets);
  await requireReadable(archive);
  const content = parseXml((await archive.text('content.xml')) ?? '');
  requireDepth(content, budgets.maxDepth);
  const body = firstNamed(content, 'body');
  if (body === undefined) throw new Refused('damaged', 'It has no content.');
  writeRaised(content, body);
  return { ...(await documentProperties(archive)), ...contentOf(body), lang: 'markdown' };
}

/** Its parts are encrypted one by one, and the archive is not. */
async function requireReadable(archive: Archive): Promise<void> {
  const manifest = (await archive.text('META-INF/manifest.xml')) ?? '';
  if (manifest.includes('encryption-data')) throw new Refused('encrypted', 'It opens only with a password: save it without one.');
}

function contentOf(body: DomElement): Content {
  const [sheets] = childrenNamed(body, 'spreadsheet');
  if (sheets !== undefined) return sheetsOf(sheets);
  const [slides] = childrenNamed(body, 'presentation');
  return slides === undefined ? { text: writeOpenText(body) } : slidesOf(slides);
}

function sheetsOf(workbook: DomNode): Content {
  const text = new SectionedText();
  for (const sheet of childrenNamed(workbook, 'table')) {
    text.add({ kind: 'sheet', label: attribute(sheet, 'name') ?? '', body: tableText(sheet) });
  }
  return { text: text.text, sections: text.sections };
}

function slidesOf(presentation: DomNode): Content {
  const text = new SectionedText();
  for (const [at, slide] of childrenNamed(presentation, 'page').entries()) {
    const [notes] = childrenNamed(slide, 'notes');
    const spoken = notes === undefined ? '' : writeOpenText(notes);
    const titles = childrenNamed(slide, 'frame').filter((frame) => attribute(frame, 'class') === 'title');
    const title = titles.map((frame) => writeOpenText(frame)).join(' ');
    const body = [
      writeOpenText(slide, (element) => element === notes || titles.includes(element)),
      spoken === '' ? '' : `Notes: ${spoken}`,
    ];
    const label = `Slide ${(at + 1).toString()}`;
    const heading = title === '' ? label : `${label}: ${title}`;
    text.add({ kind: 'slide', label, heading, body: body.filter((part) => part !== '').join('\n\n') || title });
  }
  return { text: text.text, sections: text.sections };
}
