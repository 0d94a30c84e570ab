import { FetchInput } from '@tributary/contracts';
import { oneLine, visibleText } from '@tributary/mcp/text';
import type { CommandContext } from '../../program/command-context.js';
import { parseRequest } from '../../program/parse-request.js';

export interface FetchOptions {
  readonly lines?: readonly [from: number, to: number];
  readonly tokens?: number;
}

/** Writes the text to standard output and what it is to standard error. */
export async function fetchDocument(context: CommandContext, uri: string, { lines, tokens }: FetchOptions): Promise<void> {
  const input = parseRequest(FetchInput, {
    uri,
    ...(lines === undefined ? {} : { start_line: lines[0], end_line: lines[1] }),
    ...(tokens === undefined ? {} : { token_budget: tokens }),
  });
  const answer = await context.withData(({ operations }) => operations.fetch(input, context.call));
  const { terminal, options } = context;
  if (options.json === true) {
    terminal.printJson(answer);
    return;
  }
  const { title, path, range, truncated } = answer;
  const place = range === undefined ? '' : `:${range.start[0].toString()}-${range.end[0].toString()}`;
  terminal.remark(terminal.styleRemark('dim', `${oneLine(visibleText(title))} · ${oneLine(visibleText(path ?? uri))}${place}`));
  // A terminal obeys control characters, a file does not.
  const content = terminal.isOutputTerminal ? visibleText(answer.content) : answer.content;
  terminal.write(content.endsWith('\n') ? content : `${content}\n`);
  if (truncated)
    terminal.remark(
      terminal.styleRemark(
        'yellow',
        `Cut here${range === undefined ? '' : ` in line ${range.end[0].toString()}`}: read on with --lines, or raise --tokens.`,
      ),
    );
}
