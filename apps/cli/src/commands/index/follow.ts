import { sharedPages, type IngestAnswer, type Operations, type SourceSummary } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import { followSource, withFilledCollections } from '@tributary/mcp/following';
import { counted, oneLine } from '@tributary/mcp/text';
import type { CommandContext } from '../../program/command-context.js';
import { failureSentence, leftOutSentence, sharedSentence } from '../sources/sync-sentences.js';
import { ProgressDisplay } from '../../terminal/progress.js';
import { Standstill } from './standstill.js';
import { StoppedWork } from './stopped-work.js';

type Added = Pick<IngestAnswer, 'job_id'> & { readonly source: Pick<SourceSummary, 'id'> };

/** Shown with the outcome of a sync. */
const MOST_NOTES = 5;

/** A source when nothing more comes. */
export interface IndexOutcome {
  readonly source: SourceSummary;
  readonly seconds: number;
}

/** Watches sources until everything is searchable, showing how far they are together. */
export async function follow(context: CommandContext, operations: Operations, added: readonly Added[]): Promise<readonly IndexOutcome[]> {
  const progress = new ProgressDisplay(context.terminal);
  const standstill = new Standstill({ operations, call: context.call });
  const stopped = new StoppedWork({ operations, call: context.call });
  const latest = new Map<string, SourceSummary>();
  const startedAt = performance.now();
  const followOne = async (one: Added): Promise<IndexOutcome> => {
    for await (const { source, isSearchable } of followSource({ operations, context: context.call, added: one })) {
      latest.set(source.id, source);
      const seconds = (performance.now() - startedAt) / 1000;
      if (isSearchable) return { source: await withFilledCollections(source, { operations, context: context.call }), seconds };
      const all = [...latest.values()];
      await stopped.look(all.map(({ documents, pending, failed, state }) => ({ documents, pending, failed, state })));
      for (const line of await standstill.look(all)) {
        progress.end();
        context.terminal.remark(line);
      }
      // Nothing is known before the first look at the files.
      if (all.some(({ documents, pending, state }) => documents + pending > 0 || state === 'syncing')) progress.show(together(all));
    }
    throw permanent('SOURCE.LOST', 'The source was not seen to its end.', { category: 'internal' });
  };
  try {
    return await Promise.all(added.map(followOne));
  } finally {
    progress.end();
  }
}

/** Prints what was indexed. @param token stands for all of it @throws `INDEX.INCOMPLETE` when something failed or was held back */
export function printOutcome(
  { terminal, options }: Pick<CommandContext, 'terminal' | 'options'>,
  outcomes: readonly IndexOutcome[],
  token?: string,
): void {
  if (options.json === true) terminal.printJson({ sources: outcomes.map(({ source }) => source), finished: true, token });
  else for (const outcome of outcomes) for (const line of [sentence(outcome), ...firstNotesOf(outcome.source)]) terminal.print(line);
  const troubled = outcomes.map(({ source }) => source).filter((source) => source.failed > 0 || isHeldUp(source));
  if (troubled.length === 0) return;
  const reasons = troubled.map(
    ({ location, failed, reason, failures = [] }) =>
      `${location}: ${reason ?? [`${counted(failed, 'document')} failed; "tributary jobs list --state dead" lists them`, ...failures.map(failureSentence)].join('\n  ')}`,
  );
  throw permanent('INDEX.INCOMPLETE', reasons.join('\n'));
}

function sentence({ source, seconds }: IndexOutcome): string {
  const { location, collections, documents, failed } = source;
  const left = leftOutSentence(source);
  const parts = [
    counted(documents, 'document'),
    ...(sharedPages(source) === 0 ? [] : [sharedSentence(sharedPages(source))]),
    ...(left === undefined ? [] : [left]),
    ...(failed === 0 ? [] : [`${failed.toString()} failed`]),
  ];
  const outcome = isHeldUp(source) ? 'Not up to date' : 'Searchable';
  return `${outcome}: ${location} → ${collections.join(', ') || 'nothing to index'} · ${parts.join(' · ')} · ${seconds.toFixed(1)} s`;
}

/** Whether a sync did not come to its end, so that what is searchable is of an earlier one. */
function isHeldUp({ state }: SourceSummary): boolean {
  return state === 'failed' || state === 'stale' || state === 'paused';
}

/** A big tree has many files that resemble each other; a list of them would push the outcome off the screen. */
function firstNotesOf(source: SourceSummary): readonly string[] {
  const notes = notesOf(source);
  return notes.length <= MOST_NOTES ? notes : [...notes.slice(0, MOST_NOTES), '  … and more: "tributary sources" shows them.'];
}

/** What was noticed of the documents of a source, one line each. */
export function notesOf({ notes = [] }: SourceSummary): readonly string[] {
  return notes.map((note) => `  ${oneLine(note, 300)}`);
}

function together(sources: readonly SourceSummary[]) {
  const sum = (count: (source: SourceSummary) => number) => sources.reduce((total, source) => total + count(source), 0);
  const done = sum(({ documents }) => documents);
  const name = sources.length === 1 ? oneLine(sources[0]?.name ?? '', 40) : counted(sources.length, 'source');
  const isReading = sources.some(({ state }) => state === 'syncing');
  return {
    label: `Indexing ${name}`,
    done,
    total: done + sum(({ pending }) => pending),
    unit: 'documents',
    ...(isReading ? { remark: 'still reading' } : {}),
  };
}
