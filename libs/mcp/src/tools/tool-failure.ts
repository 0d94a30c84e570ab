import type { CallToolResult } from '@modelcontextprotocol/server';
import { isSurprise, toErrorRecord, type ErrorCategory, type ErrorRecord } from '@tributary/kernel';
import { z } from 'zod';
import { visibleText } from './visible-text.js';

/** How a failed call looks in `structuredContent`. */
export const ToolFailure = z.object({
  code: z.string(),
  message: z.string(),
  next_step: z.string(),
  retryable: z.boolean(),
  retry_after_ms: z.number().optional(),
});

const MAX_MESSAGE = 2_000;

const NEXT_STEP: Readonly<Record<ErrorCategory, string>> = {
  invalid: 'Correct the arguments and call again.',
  unauthenticated: 'Ask the user for a token for this server.',
  denied: 'This caller may not do that: ask the user.',
  not_found: 'Call list_collections or search to see what there is.',
  conflict: 'Look at the present state with status or fetch, then decide.',
  gone: 'Search again.',
  too_large: 'Send or ask for less at once.',
  overloaded: 'Wait, then call again.',
  unavailable: 'Call again in a moment; status says what is down.',
  timeout: 'Call again in a moment; status says what is slow or down.',
  cancelled: 'Call again if the answer is still wanted.',
  internal: 'Call again; if it stays so, tell the user to look into the log of the server.',
};

/** Where the step of the category leads elsewhere. */
const STEP_OF_CODE: Readonly<Partial<Record<string, string>>> = {
  'SOURCE.NOT_FOUND':
    'Correct the location and call again: the path of a file or folder that is there, or one of the sources that status lists.',
  'ENGINE.STORE_DAMAGED': 'Tell the user what the message says: to call again does not help.',
  'SOURCE.OUTSIDE_ROOTS': 'Check how the path is spelt and call again; if it is right, ask the user, who can allow it.',
  'SOURCE.ADDRESS_REFUSED': 'Give another address, or ask the user.',
  'DOCUMENT.NOT_FOUND': 'Search for it and take the uri of a hit. Where a uri has a #, what stands before that is the whole document.',
  'DOCUMENT.AMBIGUOUS': 'Call again with the uri of the one that is meant.',
};

/** What ran out of the time that its caller gave it. */
const OUT_OF_DEADLINE: ReadonlySet<string> = new Set(['SEARCH.TIMED_OUT', 'SEARCH.LATE', 'REQUEST.TIMEOUT']);

/** The same where the native step names tools or arguments that a dialect does not have. */
const PLAIN_STEP_OF_CODE: Readonly<Partial<Record<string, string>>> = {
  'SOURCE.NOT_FOUND': 'Correct the path and call again.',
  'DOCUMENT.NOT_FOUND': 'Take what a search finds, then call again.',
  'DOCUMENT.AMBIGUOUS': 'Take the one that is meant, then call again.',
};

/** Where the native step names tools that a dialect does not have. */
const PLAIN_STEP: Readonly<Partial<Record<ErrorCategory, string>>> = {
  not_found: 'Look at what there is, then call again.',
  conflict: 'Look at the present state, then decide.',
  unavailable: 'Call again in a moment.',
  timeout: 'Call again in a moment.',
};

/** A thrown value as the result of a tool: code, message and next step, as text and structured, never a stack. */
export function toFailedResult(error: unknown): CallToolResult {
  const record = withoutInternals(toErrorRecord(error));
  const failure = describeFailure(record);
  return {
    isError: true,
    content: [{ type: 'text', text: `${failure.code}: ${failure.message}\nNext step: ${failure.next_step}` }],
    structuredContent: { error: failure },
  };
}

/** The same for a dialect, whose prompts know the message by its exact words: the text is the message alone, its code stands beside it in `_meta`. */
export function toWordedFailure(error: unknown): CallToolResult {
  const record = withoutInternals(toErrorRecord(error));
  const described = describeFailure(record);
  const plain = record.retryAfterMs === undefined ? plainStep(record) : undefined;
  const failure = { ...described, next_step: plain ?? described.next_step };
  return {
    isError: true,
    content: [{ type: 'text', text: failure.message }],
    structuredContent: { error: failure },
    _meta: { code: failure.code },
  };
}

function describeFailure(record: ErrorRecord): z.infer<typeof ToolFailure> {
  return {
    code: record.code,
    message: shortened(visibleText(record.message)),
    next_step: nextStep(record),
    retryable: record.retryable,
    ...(record.retryAfterMs === undefined ? {} : { retry_after_ms: record.retryAfterMs }),
  };
}

/** A message may repeat what the caller sent, and that may be of any length. */
function shortened(message: string): string {
  return message.length <= MAX_MESSAGE ? message : `${message.slice(0, MAX_MESSAGE - 1)}…`;
}

function plainStep({ code, category }: ErrorRecord): string | undefined {
  return OUT_OF_DEADLINE.has(code) ? 'Call again, with less to search at once.' : (PLAIN_STEP_OF_CODE[code] ?? PLAIN_STEP[category]);
}

function nextStep({ code, category, retryAfterMs }: ErrorRecord): string {
  if (retryAfterMs === undefined && OUT_OF_DEADLINE.has(code)) return 'Call again with fewer collections or a larger deadline_ms.';
  if (retryAfterMs === undefined) return STEP_OF_CODE[code] ?? NEXT_STEP[category];
  return `Wait ${Math.ceil(retryAfterMs / 1000).toString()} s, then call again.`;
}

/** A surprise keeps its message in the log, not in the answer. */
function withoutInternals(record: ErrorRecord): ErrorRecord {
  return isSurprise(record) ? { ...record, message: 'Something went wrong in the server.' } : record;
}
