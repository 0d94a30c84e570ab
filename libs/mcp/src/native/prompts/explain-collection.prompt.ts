import { userMessage } from '../../prompts/user-message.js';
import type { Prompt } from '../../prompts/prompt.js';

export const explainCollectionPrompt: Prompt = {
  name: 'explain-collection',
  title: 'Explain a collection',
  description: 'What a collection holds, how current it is and what one can ask it.',
  arguments: [{ name: 'collection', description: 'The collection.', required: true, complete: 'collection' }],
  get: ({ collection = '' }, { nameOf }) =>
    Promise.resolve(
      userMessage([
        `Explain the collection ${JSON.stringify(collection)} to somebody who has never used it.`,
        `Start with its entry in ${nameOf('list_collections')} and its sources in ${nameOf('status')}. Then call ${nameOf('search')} with collections [${JSON.stringify(collection)}] and a handful of broad queries of different kinds (overview, how-to, names, decisions), and skim the documents that come up.`,
        'Say in at most a page: what it is about, what kinds of documents it holds (with three examples, each with its uri), how current it is, what is missing or still being indexed, and five questions it answers well.',
      ]),
    ),
};
