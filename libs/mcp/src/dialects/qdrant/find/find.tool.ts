import { defineDialectTool, type Tool } from '../../../tools/tool.js';
import { readQueryFilter } from '../query-filter.js';
import type { QdrantSettings } from '../qdrant-settings.js';
import { find } from './find-answer.js';
import { FindInput, FindInputWithoutFilter, publishedFindInput } from './find-input.js';
import { planFind } from './find-plan.js';
import { findReductions } from './find-reductions.js';
import { findResult } from './find-result.js';

/** Of mcp-server-qdrant, word for word. */
const DESCRIPTION =
  'Look up memories in Qdrant. Use this tool when you need to: \n - Find memories by their content \n - Access memories for further analysis \n - Get some personal information about the user';

export function findTool(settings: QdrantSettings): Tool {
  return defineDialectTool({
    name: 'qdrant-find',
    title: 'Find in collections',
    description: settings.findDescription ?? DESCRIPTION,
    annotations: { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: false },
    input: settings.allowArbitraryFilter ? FindInput : FindInputWithoutFilter,
    published: publishedFindInput(settings),
    run: (input, call) => {
      const { query_filter: filter, ...rest }: FindInput = input;
      const plan = planFind({ ...rest, filter: readQueryFilter(filter) }, settings);
      return find(plan, input.mode ?? settings.findMode, call);
    },
    toResult: findResult,
    reductions: findReductions,
  });
}
