import { BYTES_PER_TOKEN, utf8Bytes } from '@tributary/kernel';
import type { AroundTool } from '@tributary/mcp';
import type { Observing } from './observing.js';

type Answer = Awaited<ReturnType<AroundTool>>;

/** Counts and follows the calls of MCP tools, by dialect. */
export function observeTools(observing: Observing): AroundTool {
  const { metrics, tracing } = observing;
  return async ({ dialect, tool }, call) => {
    const startedAt = performance.now();
    const attributes = { 'gen_ai.tool.name': tool, 'tributary.dialect': dialect };
    const answer = await tracing.span({ name: `tool ${tool}`, kind: 'internal', attributes }, call);
    const outcome = 'isError' in answer && answer.isError === true ? 'error' : 'ok';
    metrics.toolSeconds.observe({ dialect, tool, outcome }, (performance.now() - startedAt) / 1000);
    metrics.answerTokens.inc({ dialect }, Math.ceil(textBytes(answer) / BYTES_PER_TOKEN));
    return answer;
  };
}

function textBytes(answer: Answer): number {
  if (!isToolResult(answer)) return 0;
  return answer.content.reduce((bytes, part) => bytes + (part.type === 'text' ? utf8Bytes(part.text) : 0), 0);
}

function isToolResult(answer: Answer): answer is Extract<Answer, { readonly content: readonly unknown[] }> {
  return 'content' in answer && Array.isArray(answer.content);
}
