import type { CallToolResult } from '@modelcontextprotocol/server';
import { countTokens } from '@tributary/kernel';

/** One way to make an answer smaller: `take` keeps the first `n` of the `count` parts it has, and says in the answer what it left out. */
export interface Reduction<Output> {
  count(output: Output): number;
  readonly least: number;
  take(output: Output, n: number): Output;
}

interface Fitting<Output> {
  readonly output: Output;
  readonly reductions: readonly Reduction<Output>[];
  readonly maxTokens: number;
  readonly toResult: (output: Output) => CallToolResult;
}

/** The result for an answer, made smaller step by step until text and structured form together cost at most `maxTokens`. */
export function fitAnswer<Output>({ output, reductions, maxTokens, toResult }: Fitting<Output>): CallToolResult {
  const fits = (candidate: Output) => tokensOf(toResult(candidate)) <= maxTokens;
  let current = output;
  for (const reduction of reductions) {
    if (fits(current)) break;
    const before = current;
    const count = reduction.count(before);
    if (count <= reduction.least) continue;
    const kept = largest({ from: reduction.least, to: count - 1, holds: (n) => fits(reduction.take(before, n)) });
    current = reduction.take(before, kept);
  }
  return toResult(current);
}

/** Tokens a whole result costs on the wire. */
function tokensOf(result: CallToolResult): number {
  return countTokens(JSON.stringify(result));
}

/** The largest integer between `from` and `to` for which `holds`, which is true below some point and false above; `from` when it never holds. */
function largest({ from, to, holds }: { from: number; to: number; holds: (n: number) => boolean }): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (holds(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
