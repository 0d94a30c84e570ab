import { userMessage } from '../../prompts/user-message.js';
import type { Prompt } from '../../prompts/prompt.js';
import { collectionArgument, inCollection } from './in-collection.js';

export const whatDoWeKnowPrompt: Prompt = {
  name: 'what-do-we-know-about',
  title: 'What do we know about …',
  description: 'An overview of a subject over every collection: what is established, what contradicts itself, what is missing.',
  arguments: [{ name: 'topic', description: 'The subject, a name or a question.', required: true }, collectionArgument],
  get: ({ topic = '', collection }, { nameOf }) =>
    Promise.resolve(
      userMessage([
        `What do we know about this${inCollection(collection)}: ${topic}`,
        `Call ${nameOf('search')} at least three times with differently worded queries (the subject itself, its parts, the words its authors would use), then ${nameOf('fetch')} for the documents that matter most. Do not stop at the first hits.`,
        'Answer in this order: what is established, each point with its source (title and uri); where sources contradict each other, with the dates they carry; what is only mentioned once; what was not found, and which collections were not searched. Keep what you already knew yourself apart from what the sources say.',
      ]),
    ),
};
