import type { ExtractionOutcome, ExtractionRequest } from '@tributary/sources-port';
import type { DocumentBudgets } from '../budgets/budgets.js';
import { tidy } from '../text/tidy.js';
import { detectFormat } from './detect-format.js';
import { EXTRACTORS } from './extractors.js';
import { Refused } from './refused.js';

/** Extracts a document here and now: what the process that can be killed does. Never throws because of the document. */
export async function extractDocument(request: ExtractionRequest, budgets: DocumentBudgets): Promise<ExtractionOutcome> {
  try {
    return await extract(request, budgets);
  } catch (error) {
    return toRefused(error).toRefusal();
  }
}

async function extract(request: ExtractionRequest, budgets: DocumentBudgets): Promise<ExtractionOutcome> {
  if (request.bytes.length === 0) throw new Refused('no-text', 'It is empty.');
  const format = await detectFormat(request, budgets);
  const load = EXTRACTORS[format];
  if (load === undefined) throw new Refused('unsupported', 'Its format is not one of those that are extracted.');
  const extracted = await (await load())(request, budgets);
  // Plain text stays as it is, so that lines and columns are those of the file.
  const text = format === 'text' ? extracted.text : tidy(extracted.text);
  if (text.trim() === '') throw new Refused('no-text', 'There is no text in it.');
  return { extracted: true, format, sections: [], links: [], metadata: {}, notes: [], ...extracted, text };
}

/** Libraries throw what they like at a broken file; a stack that ran over is nesting. */
function toRefused(error: unknown): Refused {
  if (error instanceof Refused) return error;
  if (error instanceof RangeError && /call stack/i.test(error.message)) return new Refused('too-deep', 'It is nested too deeply.');
  return new Refused('damaged', 'It cannot be read: it is damaged, cut off, or not what its name says.');
}
