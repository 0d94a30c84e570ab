import type { TextRange } from '@tributary/contracts';
import { mulberry32 } from '../measures/paired-bootstrap.js';
import { contentOf, type EvaluationDocument, type EvaluationSet } from './evaluation-set.js';

/** Where a document of the set stands in the text of a bundle, in UTF-16 units. */
interface Section {
  readonly id: string;
  readonly start: number;
  readonly end: number;
}

/** A Markdown document of many things, such as the notes of a month or a list of answers: each section is a document of the set. */
export interface Bundle extends EvaluationDocument {
  readonly sections: readonly Section[];
}

/** Fixed, so that the same documents stand together each time. */
const SEED = 0x85ebca6b;
/** What stands above a document without a title. */
const UNTITLED = 'Answer';
/** The beginning of a line that Markdown takes for a heading, or for the underline of one. */
const HEADING = /^([ \t]*)(?=#{1,6}(?:[ \t]|$)|=+[ \t]*$|-+[ \t]*$)/gm;

/** The documents of a set in a random order, `size` to a bundle. */
export function bundleDocuments({ documents }: Pick<EvaluationSet, 'documents'>, size: number): readonly Bundle[] {
  const order = shuffled(documents);
  return Array.from({ length: Math.ceil(order.length / size) }, (_, at) => bundle(at + 1, order.slice(at * size, (at + 1) * size)));
}

/** The document of the set that holds the greatest part of a passage, of several the first; `undefined` where the passage is in none. */
export function documentAt({ text, sections }: Bundle, range: TextRange): string | undefined {
  const [start, end] = [offsetOf(text, range.start), offsetOf(text, range.end) + 1];
  const shares = sections.map((section) => ({ id: section.id, units: Math.min(end, section.end) - Math.max(start, section.start) }));
  return shares.filter(({ units }) => units > 0).toSorted((a, b) => b.units - a.units)[0]?.id;
}

function bundle(number: number, documents: readonly EvaluationDocument[]): Bundle {
  const sections: Section[] = [];
  let text = '';
  for (const document of documents) {
    const start = text.length;
    text += sectionText(document);
    sections.push({ id: document.id, start, end: text.length });
  }
  return { id: `bundle-${number.toString()}`, title: `Bundle ${number.toString()}`, text, sections };
}

function sectionText(document: EvaluationDocument): string {
  const title = document.title.replace(/\s+/g, ' ').trim();
  return `## ${title === '' ? UNTITLED : title}\n\n${contentOf(document).replace(HEADING, '$1\\')}\n\n`;
}

/** Of a line and a column, both from 1; a line behind the last is at the end. */
function offsetOf(text: string, [line, column]: TextRange['start']): number {
  let start = 0;
  for (let passed = 1; passed < line; passed++) {
    const end = text.indexOf('\n', start);
    if (end < 0) return text.length;
    start = end + 1;
  }
  return start + column - 1;
}

/** Every order is as likely (Fisher & Yates 1938). */
function shuffled<Item>(items: readonly Item[]): readonly Item[] {
  const next = mulberry32(SEED);
  const order = [...items];
  for (let left = order.length; left > 1; left--) {
    const [taken] = order.splice(Math.floor(next() * left), 1);
    if (taken !== undefined) order.push(taken);
  }
  return order;
}
