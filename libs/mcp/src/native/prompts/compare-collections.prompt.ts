import { userMessage } from '../../prompts/user-message.js';
import type { Prompt } from '../../prompts/prompt.js';

export const compareCollectionsPrompt: Prompt = {
  name: 'compare-collections',
  title: 'Compare two collections',
  description: 'What two collections say about the same subject: where they agree, where they differ, which is newer.',
  arguments: [
    { name: 'topic', description: 'What they are compared on.', required: true },
    { name: 'first', description: 'A collection.', required: true, complete: 'collection' },
    { name: 'second', description: 'Another collection.', required: true, complete: 'collection' },
  ],
  get: ({ topic = '', first = '', second = '' }, { nameOf }) =>
    Promise.resolve(
      userMessage([
        `Compare what the collections ${JSON.stringify(first)} and ${JSON.stringify(second)} say about this: ${topic}`,
        `Call ${nameOf('search')} with the same queries once with collections [${JSON.stringify(first)}] and once with [${JSON.stringify(second)}], so that neither crowds the other out; read the decisive passages with ${nameOf('fetch')}.`,
        'Answer as a table: point, what the first says, what the second says, same or different, with the uri of each passage. Below it: what only one of them knows, and which of the two is newer where dates are known. An absence of hits is a finding; say so.',
      ]),
    ),
};
