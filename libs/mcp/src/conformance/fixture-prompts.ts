import { acceptedContent, inputRequired, type GetPromptResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Prompt } from '../prompts/prompt.js';
import { userMessage } from '../prompts/user-message.js';
import { PNG } from './samples.js';

const Context = z.object({ context: z.string() });

function fixturePrompt(name: string, args: readonly string[], get: Prompt['get']): Prompt {
  return {
    name,
    title: name,
    description: `Fixture of the conformance runner: ${name}.`,
    arguments: args.map((argument) => ({ name: argument, description: 'An argument of a test.', required: true })),
    get,
  };
}

function withText(content: GetPromptResult['messages'][number]['content'], request: string): GetPromptResult {
  return {
    messages: [
      { role: 'user', content },
      { role: 'user', content: { type: 'text', text: request } },
    ],
  };
}

/** Prompts as the conformance runner expects them. */
export const fixturePrompts: readonly Prompt[] = [
  fixturePrompt('test_simple_prompt', [], () => Promise.resolve(userMessage(['This is a simple prompt for testing.']))),
  fixturePrompt('test_prompt_with_arguments', ['arg1', 'arg2'], ({ arg1 = '', arg2 = '' }) =>
    Promise.resolve(userMessage([`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`])),
  ),
  fixturePrompt('test_prompt_with_embedded_resource', ['resourceUri'], ({ resourceUri: uri = '' }) =>
    Promise.resolve(
      withText(
        { type: 'resource', resource: { uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' } },
        'Please process the embedded resource above.',
      ),
    ),
  ),
  fixturePrompt('test_prompt_with_image', [], () =>
    Promise.resolve(withText({ type: 'image', data: PNG, mimeType: 'image/png' }, 'Please analyze the image above.')),
  ),
  fixturePrompt('test_input_required_result_prompt', [], (_args, { request }) => {
    const given = acceptedContent(request.inputResponses, 'user_context', Context)?.context;
    return Promise.resolve(
      given === undefined
        ? inputRequired({
            inputRequests: {
              user_context: inputRequired.elicit({ message: 'What context should the prompt use?', requestedSchema: Context }),
            },
          })
        : userMessage([`In the context of ${given}.`]),
    );
  }),
];
