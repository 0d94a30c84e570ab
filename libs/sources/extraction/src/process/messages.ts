import type { ExtractionOutcome, ExtractionRequest } from '@tributary/sources-port';
import type { DocumentBudgets } from '../budgets/budgets.js';

/** To the process: one document at a time. */
export interface Order {
  readonly request: ExtractionRequest;
  readonly budgets: DocumentBudgets;
}

/** From the process. */
export interface Delivery {
  readonly outcome: ExtractionOutcome;
  /** Resident memory after it, in bytes. */
  readonly rss: number;
}

/** How the process ends itself when it uses too much memory: no other cause gives this signal. */
export const OUT_OF_MEMORY_SIGNAL = 'SIGUSR2';
