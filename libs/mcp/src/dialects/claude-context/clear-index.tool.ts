import { z } from 'zod';
import { defineDialectTool, type Tool } from '../../tools/tool.js';
import { requireCodebase, requirePath, textResult } from './codebase.js';

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
      await call.operations.removeSource(id, { keepDocuments: false }, call.context);
      return `Successfully cleared codebase '${root}'`;
    },
    toResult: textResult,
  });
}
