import { SearchRequest, type Operations } from '@tributary/contracts';
import { toErrorRecord } from '@tributary/kernel';
import type { CommandContext } from '../../program/command-context.js';
import { printHits } from '../search/search.output.js';

/** A question nearly every folder of code or notes answers somewhere. */
const GENERAL_QUESTION = 'what is this and how do I start it';
/** Relevance below which it is answered nowhere here: then the title of what comes nearest is looked for. */
const LITTLE = 0.2;

interface Example {
  /** What is asked; left out, what is there decides. */
  readonly question?: string | undefined;
  /** How the command is called for the data of this server. */
  readonly called: string;
}

/** Asks one question and prints its real answer, so that the first search is seen to work. */
export async function printExample(
  { terminal, call }: CommandContext,
  operations: Operations,
  { question, called }: Example,
): Promise<void> {
  try {
    const collections = await operations.listCollections(call);
    if (!collections.some(({ chunks }) => chunks > 0)) {
      terminal.print(`Nothing is indexed yet: "${called} index PATH" adds a folder.`);
      return;
    }
    const texts = collections.filter(({ name, chunks }) => name.endsWith('-docs') && chunks > 0).map(({ name }) => name);
    const isGeneral = question === undefined && texts.length > 0 && texts.length <= 3;
    const ask = (query: string) =>
      operations.search(SearchRequest.parse({ query, limit: 1, deadline_ms: 30_000, ...(isGeneral ? { collections: texts } : {}) }), call);
    let query = question ?? GENERAL_QUESTION;
    let answer = await ask(query);
    const [nearest] = answer.hits;
    const title = nearest?.title.replaceAll('"', '').trim() ?? '';
    if (question === undefined && nearest && nearest.relevance < LITTLE && title !== '') {
      query = title;
      answer = await ask(title);
    }
    terminal.print();
    terminal.print(terminal.style('bold', `${called} search "${query}"${isGeneral ? ` --collection ${texts.join(',')}` : ''}`));
    printHits(terminal, { ...answer, cursor: undefined }, { query });
    terminal.print();
    terminal.print('Interrupt (Ctrl-C) to stop.');
  } catch (error) {
    // The server runs all the same.
    if (!call.signal.aborted) terminal.remark(terminal.styleRemark('yellow', toErrorRecord(error).message));
  }
}
