import { SearchAnswer, SearchRequest } from '@tributary/contracts';
import { z } from 'zod';
import { defineTool } from '../tools/tool.js';
import { briefAnswer } from './brief-answer.js';
import { publishedFilter, publishedMoment } from './published-fields.js';
import { searchReductions } from './search.reductions.js';
import { searchText } from './search.text.js';

/** Share of an answer that hit contents may take: they stand in it twice, as text and structured, and the rest is addresses and coverage. */
const CONTENT_SHARE = 0.4;

export const searchTool = defineTool({
  name: 'search',
  title: 'Search every collection',
  description:
    'Find passages in code, notes, documents and web pages, over all collections at once or the ones you name, ranked on one scale. Ask in plain words, as specific as you can; "exact words" in quotes must occur, -word must not. Each hit says where it comes from (uri, path and lines) and how relevant it is (0 to 1, comparable between collections); the coverage says what was and was not searched. Call fetch with a hit’s uri to read more around it.',
  annotations: { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: false },
  input: SearchRequest,
  published: {
    since: publishedMoment('Only documents modified at or after this moment: ISO date, or an age such as 7d.'),
    until: publishedMoment('Only documents modified at or before this moment: ISO date, or an age such as 7d.'),
    explain: z.boolean().default(false).describe('Say how each hit got its place; show all metadata.'),
    filter: publishedFilter,
  },
  // What happened to the list as a whole is for people who look at it; how far a reranker got stands in the notes.
  output: SearchAnswer.omit({ course: true, reranked: true }),
  async run(request, { operations, context, maxTokens }) {
    const room = Math.max(50, Math.floor(maxTokens * CONTENT_SHARE));
    const {
      course: _,
      reranked: __,
      ...whole
    } = await operations.search({ ...request, token_budget: Math.min(request.token_budget ?? room, room) }, context);
    const answer = request.explain ? whole : briefAnswer(whole);
    if (request.token_budget === undefined || request.token_budget <= room) return answer;
    return {
      ...answer,
      notes: [...answer.notes, `An answer over MCP has room for ${room.toString()} tokens of text: token_budget counts as that.`],
    };
  },
  toText: searchText,
  reductions: searchReductions,
});
