import type { SourceSummary } from '@tributary/contracts';
import { counted } from '@tributary/mcp/text';
import { realpath } from 'node:fs/promises';

/** What the clone is indexed as, wherever it lies, and a question that its own texts answer. */
export const OWN_FOLDER = { name: 'tributary', example: 'how are documents cut into passages' };

/** What was there before. */
export interface Present {
  /** False where nothing was ever brought into the data folder: what was removed leaves traces there. */
  readonly heldData: boolean;
  readonly sources: readonly Pick<SourceSummary, 'location' | 'state'>[];
  readonly collections: number;
}

export interface OwnFolder {
  readonly isIndexed: boolean;
  /** One line for who started without a folder. */
  readonly told: string;
}

/** Whether a start without a folder indexes the clone: where there is nothing else to search, so that a first start shows something, or nothing but the clone. What a user has, and what he took out, stays as it is.
 *  @param called how the command is called */
export async function ownFolder(folder: string, { heldData, sources, collections }: Present, called: string): Promise<OwnFolder> {
  if (!heldData && sources.length === 0 && collections === 0) {
    const undone = `"${called} sources remove ${OWN_FOLDER.name}" takes it out, and it stays out.`;
    return { isIndexed: true, told: `Nothing is indexed here yet: this repository is now, to have something to search. ${undone}` };
  }
  const place = await realpath(folder);
  const own = sources.find(({ location }) => location === place);
  const isAlone = own !== undefined && sources.length === 1;
  return {
    isIndexed: isAlone && own.state !== 'paused',
    told: `${stand(sources.length, own !== undefined)} "${called} index PATH" adds a folder.`,
  };
}

function stand(sources: number, hasOwn: boolean): string {
  if (sources === 0) return 'There is data here without a source, and this repository was not added.';
  if (sources === 1 && hasOwn) return 'Goes on with this repository.';
  const count = `Goes on with ${counted(sources, 'source')}`;
  return hasOwn ? `${count}, this repository among them.` : `${count}; this repository was not added.`;
}
