import { CollectionName, sharedPages, type SourceSummary } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import { z } from 'zod';
import { SYNCS } from '../../tools/sync-annotations.js';
import { defineDialectTool, type Tool } from '../../tools/tool.js';
import { ProjectRootArgument, findProject } from '../projects/find-project.js';
import type { ProjectSession } from '../projects/project-session.js';
import { structuredResult } from '../structured-result.js';

const WAIT_MS = 45_000;

const Output = z.object({
  chunks: z.number().int(),
  status: z.enum(['success', 'indexing']),
  collection: z.string(),
  url: z.string(),
  message: z.string().optional(),
});

export function ingestWebTool(session: ProjectSession): Tool {
  return defineDialectTool({
    name: 'ingest_web',
    title: 'Index a web page',
    description:
      'Make a web page searchable, in the web collection of the project unless another is named. Call it again to bring changes in.',
    annotations: { ...SYNCS, openWorldHint: true },
    input: z.strictObject({
      url: z.string().max(2000).describe('Address of the page, http or https.'),
      collection: CollectionName.optional().describe('Left out: <project>-web.'),
      project_root: ProjectRootArgument,
    }),
    output: Output,
    run: async ({ url, collection: named, project_root }, call): Promise<z.infer<typeof Output>> => {
      requireWebAddress(url);
      const collection = named ?? (await findProject({ session, named: project_root }, call)).collections.web;
      const { operations, context } = call;
      const { source, finished } = await operations.addSource({ location: url, kind: 'web', collection, wait_ms: WAIT_MS }, context);
      const { chunks = source.documents, location } = source;
      if (!finished) {
        const message = 'It goes on in the background; status shows how far it is.';
        return { chunks, status: 'indexing', collection, url: location, message };
      }
      const shared = sharedPages(source);
      if (source.documents + shared === 0) throw notIndexed(source);
      // Of a page that another source keeps it is known that it has one.
      return { chunks: Math.max(chunks, shared), status: 'success', collection, url: location };
    },
    toResult: structuredResult,
  });
}

function requireWebAddress(url: string): void {
  const { protocol } = URL.parse(url) ?? { protocol: '' };
  if (protocol !== 'http:' && protocol !== 'https:') {
    throw permanent('REQUEST.INVALID', 'url: give the address of a web page, such as https://example.org/guide.');
  }
}

function notIndexed({ location, reason, skipped }: SourceSummary) {
  const [why = 'nothing in it is text'] = [reason, ...Object.keys(skipped)].filter((one) => one !== undefined);
  return permanent('DOCUMENT.NOT_INDEXED', `${location} was not indexed: ${why}.`);
}
