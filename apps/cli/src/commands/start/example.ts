import { SearchRequest, type Operations } from '@tributary/contracts';
import { toErrorRecord } from '@tributary/kernel';
import type { CommandContext } from '../../program/command-context.js';
import { printHits } from '../search/search.output.js';

/** A question nearly every folder of code or notes answers somewhere. */
const QUESTION = 'how do I get started';

/** Asks one question and prints its real answer, so that the first search is seen to work. */
export async function printExample({ terminal, call }: CommandContext, operations: Operations): Promise<void> {
  try {
    const collections = await operations.listCollections(call);
    if (!collections.some(({ chunks }) => chunks > 0)) {
      terminal.print('Nothing is indexed yet: "tributary index PATH" adds a folder.');
      return;
    }
    const answer = await operations.search(SearchRequest.parse({ query: QUESTION, limit: 1 }), call);
    terminal.print();
    terminal.print(terminal.style('bold', `tributary search "${QUESTION}"`));
    printHits(terminal, { ...answer, cursor: undefined });
    terminal.print();
    terminal.print('Interrupt (Ctrl-C) to stop.');
  } catch (error) {
    // The server runs all the same.
    if (!call.signal.aborted) terminal.remark(terminal.styleRemark('yellow', toErrorRecord(error).message));
  }
}
