import type { RecentCalls } from '@tributary/gateway';
import type { AroundTool } from '@tributary/mcp';

type Answer = Awaited<ReturnType<AroundTool>>;

/** Keeps every call with its answer where the owner wants to look at them, around what else is done with calls. */
export function keepCalls(recent: RecentCalls, around: AroundTool): AroundTool {
  if (recent.list().kept === 0) return around;
  return async (called, call) => {
    const at = new Date().toISOString();
    const startedAt = performance.now();
    const answer = await around(called, call);
    const { dialect, tool, subject, input } = called;
    recent.keep({
      at,
      subject,
      dialect,
      tool,
      input: JSON.stringify(input ?? {}),
      answer: textOf(answer),
      failed: 'isError' in answer && answer.isError === true,
      ms: performance.now() - startedAt,
    });
    return answer;
  };
}

function textOf(answer: Answer): string {
  if (!('content' in answer) || !Array.isArray(answer.content)) return JSON.stringify(answer);
  const parts: readonly { readonly type: string; readonly text?: unknown }[] = answer.content;
  return parts.map(({ type, text }) => (type === 'text' && typeof text === 'string' ? text : `[${type}]`)).join('\n\n');
}
