import { IngestAnswer, SourceInput, type SourceSummary } from '@tributary/contracts';
import { withFilledCollections } from '../following/filled-collections.js';
import { followSource } from '../following/follow-source.js';
import { counted } from '../tools/quoted-text.js';
import { defineTool, type Progress, type ToolCall } from '../tools/tool.js';

export const ingestTool = defineTool({
  name: 'ingest',
  title: 'Index a folder, a file or web pages',
  description:
    'Make a folder or file of this machine, or a web page, searchable and keep it registered as a source. Answers at once with a job id, or waits up to wait_ms for it to be searchable. Without a collection, code goes to <folder>-code, text to <folder>-docs, pages to <host>-web. Call it again to bring changes in; status shows how far it is.',
  annotations: { readOnlyHint: false, idempotentHint: true, destructiveHint: false, openWorldHint: true },
  // An assistant cannot vouch for a path: what it reads may have told it to. Patterns belong to claude-context; here every assistant would pay for their text; crawls are for people to begin.
  input: SourceInput.omit({ trusted_path: true, ignore: true, kind: true, web: true, watch: true, mask_secrets: true }),
  output: IngestAnswer,
  run: async (input, call) => {
    const isFollowed = call.progress !== undefined && input.wait_ms > 0;
    const answer = await (isFollowed ? addAndFollow(input, call) : call.operations.addSource(input, call.context));
    return answer.finished ? { ...answer, source: await withFilledCollections(answer.source, call) } : answer;
  },
  toText: ({ job_id: job, source, finished, token, notes = [] }) =>
    [
      `${finished ? 'Searchable' : 'Being indexed'}: ${source.location} in ${source.collections.join(', ') || 'no collection'} · ${stateOf(source)} · source ${source.id}, job ${job}${finished ? '' : `. Search works meanwhile, and with after ${JSON.stringify(token)} waits for it; status shows how far it is`}`,
      ...notes,
    ].join('\n'),
});

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

function stateOf({ documents, pending, failed, skipped }: SourceSummary): string {
  const left = Object.values(skipped).reduce((sum, n) => sum + n, 0);
  return [
    `${counted(documents, 'document')} searchable`,
    ...(pending > 0 ? [`${pending.toString()} to go`] : []),
    ...(failed > 0 ? [`${failed.toString()} failed`] : []),
    ...(left > 0 ? [`${left.toString()} files skipped`] : []),
  ].join(', ');
}
