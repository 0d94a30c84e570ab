import { SearchRequest } from '@tributary/contracts';
import { userMessage } from '../../prompts/user-message.js';
import type { Prompt } from '../../prompts/prompt.js';
import { parseArguments } from '../../tools/argument-error.js';
import { visibleJson } from '../../tools/visible-text.js';
import { searchText } from '../search.text.js';
import { collectionArgument, searched } from './in-collection.js';

/** Passages that come with the prompt; more are a search away. */
const PASSAGES = 8;
/** The rest of the room is for titles, addresses and the question itself. */
const CONTENT_SHARE = 0.6;

/** Searches at once, so that the assistant begins with the passages in front of it. */
export const findAndCitePrompt: Prompt = {
  name: 'find-and-cite',
  title: 'Find and cite',
  description: 'Answers a question from what is indexed, every statement with its source. The best passages come with the prompt.',
  arguments: [{ name: 'question', description: 'What you want to know.', required: true }, collectionArgument],
  async get({ question = '', collection }, { operations, context, maxTokens, nameOf }) {
    const request = parseArguments(SearchRequest, {
      query: question,
      collections: searched(collection),
      limit: PASSAGES,
      token_budget: Math.max(50, Math.floor(maxTokens * CONTENT_SHARE)),
    });
    const answer = visibleJson(await operations.search(request, context));
    return userMessage([
      `Answer this question: ${question}`,
      `Use only the passages below and what ${nameOf('search')} and ${nameOf('fetch')} give you. After every statement name its source: title and uri, with lines where they are known. Read on with ${nameOf('fetch')} where a passage is cut. If the passages do not answer the question, search again with other words; if that does not help either, say what is missing instead of guessing. Name collections that were not searched.`,
      searchText(answer),
    ]);
  },
};
