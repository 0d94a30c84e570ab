import {
  CLIENT_CAPABILITIES_META_KEY,
  acceptedContent,
  createRequestStateCodec,
  inputRequired,
  inputResponse,
  type InputRequests,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Tool } from '../tools/tool.js';
import { fixtureTool, text } from './fixture-tool.js';

type Request = ServerContext['mcpReq'];

const Name = z.object({ name: z.string() });
const Color = z.object({ color: z.string() });
const Ok = z.object({ ok: z.boolean() });
const Declared = z.object({
  [CLIENT_CAPABILITIES_META_KEY]: z.object({ elicitation: z.unknown().optional(), sampling: z.unknown().optional() }).default({}),
});

/** Seals what a tool wants to know again in its next round. */
export const sealedState = createRequestStateCodec<{ readonly round: number }>({ key: randomBytes(32) });

const askName = (message = 'What is your name?') => inputRequired.elicit({ message, requestedSchema: Name });
const askConfirmation = () => inputRequired.elicit({ message: 'Please confirm', requestedSchema: Ok });
const sample = (question: string, maxTokens = 100) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: { type: 'text', text: question } }], maxTokens });

async function ask(inputRequests: InputRequests, round: number): Promise<InputRequiredResult> {
  return inputRequired({ inputRequests, requestState: await sealedState.mint({ round }) });
}

function nameFrom({ inputResponses }: Request, key: string): string | undefined {
  return acceptedContent(inputResponses, key, Name)?.name;
}

function hasConfirmed({ inputResponses }: Request): boolean {
  return acceptedContent(inputResponses, 'confirm', Ok)?.ok === true;
}

/** Tools that ask the client back in rounds, as 2026-07-28 has it. */
export const askingTools: readonly Tool[] = [
  ...['test_input_required_result_elicitation', 'test_streaming_elicitation'].map((name) =>
    fixtureTool({
      name,
      run({ request }) {
        const given = nameFrom(request, 'user_name');
        return given === undefined ? inputRequired({ inputRequests: { user_name: askName() } }) : text(`Hello, ${given}!`);
      },
    }),
  ),
  ...['test_input_required_result_sampling', 'test_missing_capability'].map((name) =>
    fixtureTool({
      name,
      run({ request }) {
        const view = inputResponse(request.inputResponses, 'capital_question');
        if (view.kind === 'sampling') return text(JSON.stringify(view.result.content));
        return inputRequired({ inputRequests: { capital_question: sample('What is the capital of France?') } });
      },
    }),
  ),
  fixtureTool({
    name: 'test_input_required_result_list_roots',
    run({ request }) {
      const view = inputResponse(request.inputResponses, 'client_roots');
      if (view.kind === 'roots') return text(view.roots.map(({ uri }) => uri).join('\n'));
      return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
    },
  }),
  ...['test_input_required_result_request_state', 'test_input_required_result_tampered_state'].map((name) =>
    fixtureTool({
      name,
      run: ({ request }) =>
        hasConfirmed(request) && request.requestState<{ round: number }>()?.round === 1
          ? text('state-ok')
          : ask({ confirm: askConfirmation() }, 1),
    }),
  ),
  fixtureTool({
    name: 'test_input_required_result_multiple_inputs',
    run({ request }) {
      const { inputResponses } = request;
      const name = nameFrom(request, 'user_name');
      const isComplete =
        inputResponse(inputResponses, 'greeting').kind === 'sampling' && inputResponse(inputResponses, 'client_roots').kind === 'roots';
      if (name !== undefined && isComplete) return text(`All three are here, ${name}.`);
      return ask({ user_name: askName(), greeting: sample('Generate a greeting', 50), client_roots: inputRequired.listRoots() }, 1);
    },
  }),
  fixtureTool({
    name: 'test_input_required_result_multi_round',
    run({ request }) {
      const round = request.requestState<{ round: number }>()?.round ?? 0;
      const color = acceptedContent(request.inputResponses, 'step2', Color)?.color;
      if (round === 2 && color !== undefined) return text(`Your favourite colour is ${color}.`);
      if (round === 1 && nameFrom(request, 'step1') !== undefined)
        return ask({ step2: inputRequired.elicit({ message: 'Step 2: What is your favorite color?', requestedSchema: Color }) }, 2);
      return ask({ step1: askName('Step 1: What is your name?') }, 1);
    },
  }),
  fixtureTool({
    name: 'test_input_required_result_capabilities',
    run({ request }) {
      const { elicitation, sampling } = Declared.parse(request.envelope ?? {})[CLIENT_CAPABILITIES_META_KEY];
      return ask(
        {
          ...(elicitation === undefined ? {} : { user_name: askName() }),
          ...(sampling === undefined ? {} : { greeting: sample('Generate a greeting', 50) }),
        },
        1,
      );
    },
  }),
];
