import type { CollectionSummary, SourceSummary } from '@tributary/contracts';
import { permanent, type TributaryError } from '@tributary/kernel';
import { counted } from '@tributary/mcp/text';

/** Named in the message; a list of thousands would push it off the screen. */
const MOST_NAMED = 10;

/** Why documents of a collection may be missing in its export, a sentence each. */
export function missingOf(collection: CollectionSummary, sources: readonly SourceSummary[]): readonly string[] {
  const { name, status, status_reason: reason = status } = collection;
  return [
    ...(status === 'indexing'
      ? [`Not in it is what is not searchable yet (${name}: ${reason}). Export again when "tributary status" shows it ready.`]
      : []),
    ...failedOf(collection, sources),
  ];
}

/** The collection counts what was handed in, too; whom it does not tell its number sees that of his sources. */
function failedOf({ name, failed }: CollectionSummary, sources: readonly SourceSummary[]): readonly string[] {
  const failing = sources.filter((source) => source.failed > 0 && source.collections.includes(name));
  if (failed === undefined)
    return failing.map(
      (source) => `Not in it are ${counted(source.failed, 'document')} of ${source.location} that failed: "tributary sources" says why.`,
    );
  const why = failing.length === 0 ? '' : ', and "tributary sources" of those of sources';
  const what = `the latest version of ${counted(failed, 'document')} of ${name}, which failed`;
  return [`Not in it is ${what}: "tributary jobs --state dead" or "tributary doctor" says why${why}.`];
}

/** @param uri of a document that only some may read, without the caller being told who */
export function readersUnknown(uri: string): TributaryError {
  const remedy = 'export on the machine itself, without --url, or leave such documents out (--skip-restricted)';
  return permanent(
    'EXPORT.READERS_UNKNOWN',
    `Only some may read ${uri}, and who they are is told to the owner of the machine alone: ${remedy}.`,
    { category: 'denied' },
  );
}

/** What could not be written. */
export interface Incomplete {
  /** Addresses of documents that could not be read whole. */
  readonly damaged: readonly string[];
  /** At most how many more documents lie on damaged pages of the store. */
  readonly unread: number;
  /** Passages that an engine counts in collections of other programs, and no document holds. */
  readonly lacking: number;
}

/** Undefined where everything was written. */
export function incompleteExport({ damaged, unread, lacking }: Incomplete): TributaryError | undefined {
  const told = [
    ...(unread > 0 ? [unreadPages(damaged, unread)] : damaged.length > 0 ? [unreadDocuments(damaged)] : []),
    ...(lacking > 0 ? [lackingPassages(lacking)] : []),
  ];
  return told.length === 0 ? undefined : permanent('EXPORT.INCOMPLETE', told.join('\n'), { category: 'internal' });
}

function unreadDocuments(damaged: readonly string[]): string {
  const what = `Left out ${counted(damaged.length, 'document')} of which passages are missing or just being replaced; "tributary doctor --repair" mends that:`;
  return `${what}${namesOf(damaged)}`;
}

function unreadPages(damaged: readonly string[], unread: number): string {
  const parts = damaged.length === 0 ? '' : `, and parts of ${damaged.length.toString()} more:${namesOf(damaged)}`;
  return `Left out at most ${counted(unread, 'document')} on damaged pages of the store${parts}.\nEverything else is in it. Put a backup back ("tributary restore"), or begin with an empty store and import this.`;
}

function lackingPassages(lacking: number): string {
  const are = lacking === 1 ? 'is' : 'are';
  return `Left out ${counted(lacking, 'passage')} that the engine counts and that ${are} in no document it hands out: export again when nobody writes there, or export a copy ("tributary migrate COLLECTION NEW-NAME").`;
}

function namesOf(damaged: readonly string[]): string {
  const more = damaged.length > MOST_NAMED ? `\n  … and ${(damaged.length - MOST_NAMED).toString()} more` : '';
  return `\n  ${damaged.slice(0, MOST_NAMED).join('\n  ')}${more}`;
}
