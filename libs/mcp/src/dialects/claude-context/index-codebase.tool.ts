import type { ProjectSummary } from '@tributary/contracts';
import { hasCode, permanent, someOf } from '@tributary/kernel';
import { z } from 'zod';
import { oneLine } from '../../tools/quoted-text.js';
import { SYNCS } from '../../tools/sync-annotations.js';
import { defineDialectTool, type Tool } from '../../tools/tool.js';
import { findCodebase, requirePath, textResult } from './codebase.js';

const Patterns = z.array(z.string().min(1).max(500)).max(500);

const Input = z.strictObject({
  path: z.string().min(1).max(4096).describe('ABSOLUTE path of the codebase.'),
  force: z
    .boolean()
    .default(false)
    .describe(
      'Read every file again, also when the codebase is indexed already; a folder of such a codebase is indexed by itself only with it.',
    ),
  splitter: z
    .enum(['ast', 'langchain'])
    .optional()
    .describe('Leave it out: code is divided by its syntax tree (ast), and by its lines where there is no grammar for its language.'),
  customExtensions: Patterns.default([]).describe('Further file extensions; every text file is indexed anyway, so they change nothing.'),
  ignorePatterns: Patterns.optional().describe(
    'Further patterns to leave out, as in .gitignore, in place of those of before; left out: those stay, []: none.',
  ),
});

export function indexCodebaseTool(): Tool {
  return defineDialectTool({
    name: 'index_codebase',
    title: 'Index a codebase',
    description:
      'Index the folder of a codebase in the background, so that search_code finds it; search works while it goes on. What .gitignore names is left out. Call it again to bring changes in.',
    annotations: SYNCS,
    input: Input,
    run: async ({ path: given, force, customExtensions, ignorePatterns }, call): Promise<string> => {
      const path = requirePath(given);
      customExtensions.forEach(requireExtension);
      const { operations, context } = call;
      const known = await findCodebase(path, call);
      // A second index of the same files is made for who insists on it alone: not every caller may remove it again.
      if (known !== undefined && known.folder !== '' && !force) return partOf(path, known.codebase.project_root);
      const isKnown = known?.folder === '';
      const patterns = ignorePatterns === undefined ? {} : { ignore: ignorePatterns };
      const { project } = await inOwnWords(() =>
        operations.activateProject({ project_root: path, index_only: true, ...patterns }, context),
      );
      if (force && isKnown) await operations.reindexProject({ project_root: project.project_root, wait_ms: 0 }, context);
      const { project_root: root, collections } = project;
      return `${opening(root, isKnown, force)} Its collections are ${collections.code} and ${collections.docs}.${leavingOut(project)} Search works meanwhile; get_indexing_status shows how far it is.`;
    },
    toResult: textResult,
  });
}

function partOf(path: string, root: string): string {
  return `Codebase '${path}' is part of '${root}', which is indexed: search_code with this path looks there. Nothing was begun: call index_codebase with '${root}' to bring changes in. Use force=true only where that codebase leaves the folder out, as .gitignore does, or to index it a second time, by itself.`;
}

function opening(root: string, isKnown: boolean, isForced: boolean): string {
  if (!isKnown) return `Started background indexing for codebase '${root}'.`;
  if (isForced) return `Started indexing codebase '${root}' anew, every file of it.`;
  return `Codebase '${root}' is already indexed; what has changed is brought in. Use force=true to read every file again.`;
}

/** Which patterns hold, whoever gave them and when. */
function leavingOut({ ignore = [] }: ProjectSummary): string {
  if (ignore.length === 0) return '';
  const named = someOf(ignore.map((pattern) => oneLine(pattern, 60)));
  return ` What ignorePatterns name is left out until others are given ([] for none): ${named}.`;
}

/** Refusals name the argument as this tool has it. */
async function inOwnWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!hasCode(error, 'ACCESS.DENIED')) throw error;
    const message = error.message.replace('leave ignore out', 'leave ignorePatterns out');
    throw permanent(error.code, message, { category: error.category, cause: error });
  }
}

function requireExtension(extension: string): void {
  if (/^\.?[A-Za-z0-9][A-Za-z0-9._+-]*$/.test(extension)) return;
  throw permanent('REQUEST.INVALID', `customExtensions: '${extension.slice(0, 60)}' is no file extension, such as .vue.`);
}
