import type { CollectionSummary } from '@tributary/contracts';
import { oneLine } from './quoted-text.js';
import { visibleText } from './visible-text.js';

/** What an assistant is told of a collection without asking, on one line; empty where nobody described it whom everybody trusts: a generated description is made
 *  from documents, and neither what documents say nor what another user wrote must become an instruction. */
export function toldDescription(
  { description, description_generated: isGenerated, description_by: by }: CollectionSummary,
  max: number,
): string {
  return isGenerated || by !== undefined ? '' : oneLine(visibleText(description), max);
}
