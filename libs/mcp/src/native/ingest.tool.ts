import { IngestAnswer, SourceInput, sharedPages, type SourceSummary } from '@tributary/contracts';
import { withFilledCollections } from '../following/filled-collections.js';
import { followSource } from '../following/follow-source.js';
import { counted, oneLine } from '../tools/quoted-text.js';
import { SYNCS } from '../tools/sync-annotations.js';
import { defineTool, type Progress, type ToolCall } from '../tools/tool.js';

/** Characters of a reason that are shown: what to do stands at its end. */
const MOST_REASON = 600;

export const ingestTool = defineTool({
  name: 'ingest',
  title: 'Index a folder, a file or web pages',
  description:
    'Make a folder or file of this machine, or a web page, searchable and keep it registered as a source. Answers at once with a job id, or waits up to wait_ms for it to be searchable. Call it again to bring changes in; status shows how far it is.',
  annotations: { ...SYNCS, openWorldHint: true },
  // An assistant cannot vouch for a path: what it reads may have told it to. Patterns belong to claude-context; here every assistant would pay for their text; crawls are for people to begin.
  input: SourceInput.omit({ trusted_path: true, ignore: true, kind: true, web: true, watch: true, mask_secrets: true }),
  output: IngestAnswer,
  run: async (input, call) => {
    const isFollowed = call.progress !== undefined && input.wait_ms > 0;
    const answer = await (isFollowed ? addAndFollow(input, call) : call.operations.addSource(input, call.context));
    return answer.finished ? { ...answer, source: await withFilledCollections(answer.source, call) } : answer;
  },
  toText: answerText,
});

function answerText({ job_id: job, source, finished, token, notes = [] }: IngestAnswer): string {
  const { id, location, collections, reason, waits } = source;
  const what = finished ? outcomeOf(source) : 'Being indexed';
  const after = finished
    ? ''
    : `. Search works meanwhile, and with after ${JSON.stringify(token)} waits for it; status shows how far it is`;
  // Before the end it is the last sync that is told of, or the last try of this one.
  const why = finished ? 'Why' : 'So far';
  return [
    `${what}: ${location} in ${collections.join(', ') || 'no collection'} · ${stateOf(source)} · source ${id}, job ${job}${after}`,
    ...(reason === undefined ? [] : [`${why}: ${oneLine(reason, MOST_REASON)}`]),
    ...(waits === undefined ? [] : [oneLine(waits, MOST_REASON)]),
    ...notes,
  ].join('\n');
}

/** What came of a sync that is over. */
function outcomeOf(source: SourceSummary): string {
  const { state, documents, failed } = source;
  if (state === 'stale' || state === 'failed' || state === 'paused') return 'Not brought in';
  if (documents + sharedPages(source) > 0) return 'Searchable';
  return failed > 0 ? 'Nothing could be indexed' : 'Nothing to search';
}

/** Registers the source without waiting and watches it here, so that the client hears how far it is. */
async function addAndFollow(input: SourceInput, { operations, context, progress }: ToolCall): Promise<IngestAnswer> {
  const added = await operations.addSource({ ...input, wait_ms: 0 }, context);
  let last: IngestAnswer = added;
  for await (const { source, isSearchable } of followSource({ operations, context, added, timeoutMs: input.wait_ms })) {
    last = { ...added, source, finished: isSearchable };
    await progress?.(progressOf(source));
  }
  return last;
}

function progressOf(source: SourceSummary): Progress {
  return { done: source.documents, total: source.documents + source.pending, message: stateOf(source) };
}

function stateOf(source: SourceSummary): string {
  const { kind, documents, pending, failed, skipped } = source;
  const shared = sharedPages(source);
  const left = Object.values(skipped).reduce((sum, n) => sum + n, 0);
  const reasons = Object.entries(skipped).map(([reason, n]) => `${n.toLocaleString('en-US')} ${reason.replaceAll('_', ' ')}`);
  return [
    `${counted(documents, 'document')} searchable`,
    ...(shared > 0 ? [`${counted(shared, 'page')} that another source keeps`] : []),
    ...(pending > 0 ? [`${pending.toString()} to go`] : []),
    ...(failed > 0 ? [`${failed.toString()} failed`] : []),
    ...(left > 0 ? [`${counted(left, kind === 'web' ? 'page' : 'file')} skipped (${reasons.join(', ')})`] : []),
  ].join(', ');
}
