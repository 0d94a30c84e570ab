import readSheets from 'read-excel-file/universal';
import type { ExtractionRequest } from '@tributary/sources-port';
import { openArchive, verifyArchive } from '../archive/open-archive.js';
import type { DocumentBudgets } from '../budgets/budgets.js';
import type { Extracted } from '../formats/extractor.js';
import { markdownTable } from '../text/markdown-table.js';
import { SectionedText } from '../text/sectioned-text.js';
import { documentProperties } from './core-properties.js';

/** The values of each sheet of a workbook as one table: what formulas came to, dates as ISO 8601. */
export async function extractXlsx({ bytes }: ExtractionRequest, budgets: DocumentBudgets): Promise<Extracted> {
  const archive = await openArchive(bytes, budgets);
  await verifyArchive(archive);
  const text = new SectionedText();
  for (const { sheet, data } of await readSheets(Uint8Array.from(bytes).buffer)) {
    text.add({ kind: 'sheet', label: sheet, body: markdownTable(data.map((row) => row.map(cellText))) });
  }
  return { ...(await documentProperties(archive)), text: text.text, lang: 'markdown', sections: text.sections };
}

/** Midnight is the date alone. */
function cellText(value: unknown): string {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString().replace(/T00:00:00\.000Z$/, '');
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value.toString().trim() : '';
}
