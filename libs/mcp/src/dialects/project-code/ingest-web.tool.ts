import { CollectionName } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import { z } from 'zod';
import { defineDialectTool, type Tool } from '../../tools/tool.js';
import { ProjectRootArgument } from '../projects/find-project.js';
import { notAvailable } from '../projects/not-available.js';
import { structuredResult } from '../structured-result.js';

/** Listed, and checks what it is given; pages are not read by this version. */
export function ingestWebTool(): Tool {
  return defineDialectTool({
    name: 'ingest_web',
    title: 'Index a web page',
    description: 'Make a web page searchable, in the web collection of the project unless another is named.',
    annotations: { readOnlyHint: false, idempotentHint: true, destructiveHint: false, openWorldHint: true },
    input: z.strictObject({
      url: z.string().max(8192).describe('Address of the page, http or https.'),
      collection: CollectionName.optional().describe('Left out: <project>-web.'),
      project_root: ProjectRootArgument,
    }),
    run: ({ url }): Promise<Record<string, never>> => {
      const { protocol } = URL.parse(url) ?? { protocol: '' };
      if (protocol !== 'http:' && protocol !== 'https:') {
        throw permanent('REQUEST.INVALID', 'url: give the address of a web page, such as https://example.org/guide.');
      }
      throw notAvailable('Web pages', 'Save the page as Markdown or text, and use ingest_document.');
    },
    toResult: structuredResult,
  });
}
