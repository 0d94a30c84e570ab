import type { Extraction, ExtractionRequest } from '@tributary/sources-port';
import type { DocumentBudgets } from '../budgets/budgets.js';

/** What an extractor gives: what it does not say is empty. */
export type Extracted = Omit<Extraction, 'extracted' | 'format' | 'sections' | 'links' | 'metadata' | 'notes'> &
  Partial<Pick<Extraction, 'sections' | 'links' | 'metadata' | 'notes'>>;

/** Extracts one format. Runs in the process that can be killed, so it may hang or run out of memory. @throws Refused */
export type Extractor = (request: ExtractionRequest, budgets: DocumentBudgets) => Extracted | Promise<Extracted>;
