import type { CallToolResult } from '@modelcontextprotocol/server';

/** An answer for clients that read JSON: as text and structured; its `message`, where it has one, stands below once more in plain words. */
export function structuredResult(
  answer: Record<string, unknown> & { readonly message?: string | undefined },
): Pick<CallToolResult, 'content' | 'structuredContent'> {
  const text = { type: 'text' as const, text: JSON.stringify(answer) };
  const { message } = answer;
  return { content: message === undefined ? [text] : [text, { type: 'text', text: message }], structuredContent: answer };
}
