import type { DocumentOutcome, Operations } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import { mergeWriteTokens } from '@tributary/kernel/ids';
import { counted } from '@tributary/mcp/text';
import { describeCollections, parseDescription } from '../collections/describe-collections.js';
import type { CommandContext } from '../../program/command-context.js';
import { ProgressDisplay } from '../../terminal/progress.js';
import { sendBatch } from '../import/send-batch.js';
import { NOT_YET } from '../import/import-report.js';
import { untilSearchable } from '../import/until-searchable.js';
import type { IndexOptions } from './index-options.js';
import { namePaths, requireFreeNames, type NamedPath } from './posted-names.js';
import { readFolder } from './read-folder.js';

/** What came of a folder that was posted. */
interface Posted {
  readonly location: string;
  documents: number;
  refused: number;
  readonly skipped: Record<string, number>;
  readonly collections: Set<string>;
  token: string | undefined;
}

const GONE_STAY = 'Files that are gone here stay searchable there: "tributary delete" takes them out.';

/** Reads paths here and posts their documents to a server that cannot read them.
 *  @throws `USAGE.ARGUMENTS`, `SOURCE.NAME_TAKEN`, `INDEX.INCOMPLETE` when the server refused some */
export async function postPaths(
  context: CommandContext,
  operations: Operations,
  { locations, options }: { readonly locations: readonly string[]; readonly options: IndexOptions },
): Promise<void> {
  const paths = await namePaths(locations, options.name);
  await requireFreeNames(paths, { operations, call: context.call, collection: options.collection });
  const progress = new ProgressDisplay(context.terminal);
  const posted: Posted[] = [];
  const description = parseDescription(options.description);
  let isFinished = options.wait;
  try {
    for (const path of paths) posted.push(await postFolder({ context, operations, progress }, path, options.collection));
    const collections = new Set(posted.flatMap((one) => [...one.collections]));
    await describeCollections(context, operations, { names: collections, input: description });
    const accepted = posted.reduce((sum, { documents }) => sum + documents, 0);
    if (options.wait) isFinished = !(await untilSearchable({ operations, call: context.call, collections, accepted, progress })).isAway;
  } finally {
    progress.end();
  }
  print(context, posted, isFinished);
  context.terminal.remark(GONE_STAY);
  if (options.wait && !isFinished) context.terminal.remark(NOT_YET);
  const refused = posted.reduce((sum, one) => sum + one.refused, 0);
  if (refused > 0) throw permanent('INDEX.INCOMPLETE', `The server refused ${counted(refused, 'document')}.`);
}

interface Posting {
  readonly context: CommandContext;
  readonly operations: Operations;
  readonly progress: ProgressDisplay;
}

async function postFolder({ context, operations, progress }: Posting, path: NamedPath, collection: string | undefined): Promise<Posted> {
  const posted: Posted = { location: path.location, documents: 0, refused: 0, skipped: {}, collections: new Set(), token: undefined };
  const { signal } = context.call;
  const show = (remark?: string) => {
    progress.show({ label: 'Posting', done: posted.documents, unit: 'documents', ...(remark === undefined ? {} : { remark }) });
  };
  const onSkip = (reason: string) => {
    posted.skipped[reason] = (posted.skipped[reason] ?? 0) + 1;
  };
  for await (const { documents } of readFolder(path, { collection, signal, onSkip })) {
    const onWait = (waitMs: number) => {
      show(`waiting ${(waitMs / 1000).toFixed(1)} s, as the server asks`);
    };
    const outcomes = await sendBatch(documents, { operations, call: context.call, onWait });
    const isRefused = ({ status }: DocumentOutcome) => status === 'refused';
    posted.refused += outcomes.filter(isRefused).length;
    posted.documents += outcomes.length - outcomes.filter(isRefused).length;
    posted.token = mergeWriteTokens([posted.token, ...outcomes.map(({ token }) => token)].filter((token) => token !== undefined));
    for (const document of documents) posted.collections.add(document.collection);
    show();
  }
  return posted;
}

function print({ terminal, options }: CommandContext, posted: readonly Posted[], finished: boolean): void {
  if (options.json === true) {
    const token = mergeWriteTokens(posted.flatMap((one) => one.token ?? []));
    terminal.printJson({ posted: posted.map(({ token: _, ...one }) => ({ ...one, collections: [...one.collections] })), finished, token });
    return;
  }
  for (const { location, documents, skipped, collections } of posted) {
    const left = Object.entries(skipped).map(([reason, n]) => `${n.toLocaleString('en-US')} ${reason}`);
    const leftOut = left.length === 0 ? '' : ` · skipped ${left.join(', ')}`;
    terminal.print(
      `${finished ? 'Searchable' : 'Accepted'}: ${location} → ${[...collections].join(', ') || 'nothing to index'} · ${counted(documents, 'document')}${leftOut}`,
    );
  }
}
