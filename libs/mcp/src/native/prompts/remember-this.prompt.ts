import { userMessage } from '../../prompts/user-message.js';
import type { Prompt } from '../../prompts/prompt.js';

export const rememberThisPrompt: Prompt = {
  name: 'remember-this',
  title: 'Remember this',
  description: 'Keeps a fact, a decision or a snippet so that it is found again; replaces what it supersedes.',
  arguments: [
    { name: 'text', description: 'What to keep, or what it is about if it stands in the conversation.', required: true },
    { name: 'collection', description: 'Where to keep it; left out: memory.', required: false, complete: 'collection' },
  ],
  get: ({ text = '', collection = '' }, { nameOf }) => {
    const where = collection.trim() === '' ? 'memory' : collection;
    return Promise.resolve(
      userMessage([
        `Remember this: ${text}`,
        `First call ${nameOf('search')} for it in the collection ${JSON.stringify(where)}. If the same thing is there, say so and store nothing. If an older state of it is there, show both and ask whether to replace it.`,
        `Then call ${nameOf('store')} with collection ${JSON.stringify(where)}: the text in sentences that can be understood without this conversation (names instead of pronouns, absolute dates, why it was decided), a short title, and tags. Leave out secrets such as passwords and keys, and say that you did. Finally tell me in one line what you stored and under which uri.`,
      ]),
    );
  },
};
