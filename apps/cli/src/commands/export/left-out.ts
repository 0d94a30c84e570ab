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

/** @param damaged addresses of documents that could not be read whole @param unread at most how many more lie on damaged pages of the store */
export function incompleteExport(damaged: readonly string[], unread = 0): TributaryError {
  const named = damaged.slice(0, MOST_NAMED).join('\n  ');
  const more = damaged.length > MOST_NAMED ? `\n  … and ${(damaged.length - MOST_NAMED).toString()} more` : '';
  const what = `Left out ${counted(damaged.length, 'document')} of which passages are missing or just being replaced; "tributary doctor --repair" mends that:`;
  if (unread === 0) return permanent('EXPORT.INCOMPLETE', `${what}\n  ${named}${more}`, { category: 'internal' });
  const parts = damaged.length === 0 ? '' : `, and parts of ${damaged.length.toString()} more:\n  ${named}${more}`;
  return permanent(
    'EXPORT.INCOMPLETE',
    `Left out at most ${counted(unread, 'document')} on damaged pages of the store${parts}.\nEverything else is in it. Put a backup back ("tributary restore"), or begin with an empty store and import this.`,
    { category: 'internal' },
  );
}
