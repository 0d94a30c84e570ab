import { inputRequired, inputResponse, type ElicitRequestFormParams } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Tool } from '../tools/tool.js';
import { fixtureTool, text } from './fixture-tool.js';

type Requested = ElicitRequestFormParams['requestedSchema'];

const titled = (noun: string) => [
  { const: 'value1', title: `First ${noun}` },
  { const: 'value2', title: `Second ${noun}` },
  { const: 'value3', title: `Third ${noun}` },
];

const DEFAULTS: Requested = {
  type: 'object',
  properties: {
    name: { type: 'string', default: 'John Doe' },
    age: { type: 'integer', default: 30 },
    score: { type: 'number', default: 95.5 },
    status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', default: true },
  },
};

const ENUMS: Requested = {
  type: 'object',
  properties: {
    untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
    titledSingle: { type: 'string', oneOf: titled('Option') },
    legacyEnum: { type: 'string', enum: ['opt1', 'opt2', 'opt3'], enumNames: ['Option One', 'Option Two', 'Option Three'] },
    untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
    titledMulti: { type: 'array', items: { anyOf: titled('Choice') } },
  },
};

const User: Requested = {
  type: 'object',
  properties: { username: { type: 'string', description: 'Your name' }, email: { type: 'string', description: 'Your address' } },
  required: ['username', 'email'],
};

function eliciting(name: string, requestedSchema: Requested): Tool {
  return fixtureTool({
    name,
    run({ request }) {
      const view = inputResponse(request.inputResponses, 'answer');
      if (view.kind === 'elicit') return text(`Elicitation completed: action=${view.action}, content=${JSON.stringify(view.content)}`);
      return inputRequired({ inputRequests: { answer: inputRequired.elicit({ message: 'Please answer.', requestedSchema }) } });
    },
  });
}

/** Tools that ask the client, for the scenarios of the 2025 revisions, where the SDK sends the question as a request of the server. */
export const pushTools: readonly Tool[] = [
  fixtureTool({
    name: 'test_sampling',
    inputSchema: { type: 'object', properties: { prompt: { type: 'string' } }, required: ['prompt'] },
    run({ request }, args) {
      const view = inputResponse(request.inputResponses, 'answer');
      if (view.kind === 'sampling') return text(`LLM response: ${JSON.stringify(view.result.content)}`);
      const { prompt } = z.object({ prompt: z.string() }).parse(args);
      const messages = [{ role: 'user' as const, content: { type: 'text' as const, text: prompt } }];
      return inputRequired({ inputRequests: { answer: inputRequired.createMessage({ messages, maxTokens: 100 }) } });
    },
  }),
  eliciting('test_elicitation', User),
  eliciting('test_elicitation_sep1034_defaults', DEFAULTS),
  eliciting('test_elicitation_sep1330_enums', ENUMS),
];
