import type { ProjectSummary } from '@tributary/contracts';
import { Deadline, hasCode } from '@tributary/kernel';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { defineDialectTool, type Tool, type ToolCall } from '../../tools/tool.js';
import { requireCodebase, requirePath, textResult } from './codebase.js';

/** Clients give up after a minute. */
const WAIT_MS = 45_000;
const LOOK_EVERY_MS = 100;

export function clearIndexTool(): Tool {
  return defineDialectTool({
    name: 'clear_index',
    title: 'Clear an index',
    description: 'Remove the index of a codebase. The files themselves stay as they are.',
    annotations: { readOnlyHint: false, idempotentHint: true, destructiveHint: true, openWorldHint: false },
    input: z.strictObject({ path: z.string().min(1).max(4096).describe('ABSOLUTE path of the codebase.') }),
    run: async ({ path: given }, call): Promise<string> => {
      const path = requirePath(given);
      const { codebase, folder } = await requireCodebase(path, call);
      const { project_root: root, source_id: id } = codebase;
      // What lies around it is not meant: only its own root clears a codebase.
      if (folder !== '')
        return `Codebase '${path}' is not indexed by itself, it is part of '${root}'. Nothing was cleared: call clear_index with that path.`;
      const source = (await call.operations.listSources(call.context)).find((one) => one.id === id);
      await call.operations.removeSource(id, { keepDocuments: false }, call.context);
      const isCleared = source === undefined || (await untilGone({ codebase, source: source.name }, call));
      return isCleared
        ? `Successfully cleared codebase '${root}'`
        : `Codebase '${root}' is indexed no more. Some of its passages may still be found in its collections: they go in the background.`;
    },
    toResult: textResult,
  });
}

interface Cleared {
  readonly codebase: ProjectSummary;
  /** The name of its source, which every passage of its files has. */
  readonly source: string;
}

/** Whether nothing of it is found any more: many documents go in a job. */
async function untilGone({ codebase, source }: Cleared, { operations, context }: ToolCall): Promise<boolean> {
  const filter = { must: [{ key: 'source', match: { value: source } }] };
  const isIn = async (collection: string) => {
    try {
      return (await operations.getPoints({ collection, filter, limit: 1 }, context)).points.length > 0;
    } catch (error) {
      if (context.signal.aborted) throw error;
      // What cannot be looked at now may be there still: the removal is on its way all the same.
      return !hasCode(error, 'COLLECTION.NOT_FOUND');
    }
  };
  const deadline = Deadline.in(WAIT_MS);
  while ((await isIn(codebase.collections.code)) || (await isIn(codebase.collections.docs))) {
    if (deadline.hasPassed) return false;
    await pause(LOOK_EVERY_MS, undefined, { signal: context.signal });
  }
  return true;
}
