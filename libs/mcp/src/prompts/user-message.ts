import type { GetPromptResult } from '@modelcontextprotocol/server';

/** A prompt of one message, as if the person had typed it. */
export function userMessage(paragraphs: readonly string[]): GetPromptResult {
  return { messages: [{ role: 'user', content: { type: 'text', text: paragraphs.join('\n\n') } }] };
}
