import { FetchAnswer, FetchInput } from '@tributary/contracts';
import { hasCode } from '@tributary/kernel';
import { continuation } from '../resources/continuation.js';
import { normaliseUri } from '../resources/resource-uri.js';
import { QUOTING_RULE, counted, oneLine, quoted } from '../tools/quoted-text.js';
import { defineTool } from '../tools/tool.js';

/** Share of an answer that the text may take: it stands in it twice, as text and structured. */
const CONTENT_SHARE = 0.45;
/** In an address `%` is always encoded; a file may be called `%41.md`. */
const ADDRESS = /^tributary:/i;

export const fetchTool = defineTool({
  name: 'fetch',
  title: 'Read a document',
  description:
    'Read a document by the uri a search hit carries (one passage of it; without #<chunk> all of it) or by its path. A long text is cut and says where to go on.',
  annotations: { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: false },
  input: FetchInput,
  output: FetchAnswer,
  async run(input, { operations, context, maxTokens }) {
    const room = Math.max(50, Math.floor(maxTokens * CONTENT_SHARE));
    const ask = (uri: string) => operations.fetch({ ...input, uri, token_budget: Math.min(input.token_budget, room) }, context);
    const decoded = normaliseUri(input.uri);
    if (decoded === input.uri || ADDRESS.test(input.uri)) return ask(decoded);
    try {
      return await ask(input.uri);
    } catch (error) {
      if (!hasCode(error, 'DOCUMENT.NOT_FOUND')) throw error;
      return ask(decoded);
    }
  },
  toText: fetchText,
  reductions: [
    { count: ({ metadata }) => (Object.keys(metadata).length > 0 ? 1 : 0), least: 0, take: (answer) => ({ ...answer, metadata: {} }) },
    { count: ({ content }) => content.length, least: 1, take: cut },
  ],
});

function fetchText(answer: FetchAnswer): string {
  const { title, uri, path, range, chunks, truncated } = answer;
  const lines = range === undefined ? '' : `, lines ${range.start[0].toString()}-${range.end[0].toString()}`;
  return [
    `${oneLine(title) || '(no title)'} · ${[path, uri].filter((part) => part !== undefined).join(' · ')}${lines} · ${counted(chunks, 'chunk')} in the whole document`,
    QUOTING_RULE,
    '',
    quoted(answer.content),
    ...(truncated ? ['', `The text goes on: ${continuation(answer, 'fetch')}`] : []),
  ].join('\n');
}

function cut(answer: FetchAnswer, length: number): FetchAnswer {
  const content = answer.content.slice(0, length);
  const { range } = answer;
  if (range === undefined) return { ...answer, content, truncated: true };
  const lines = content.split('\n');
  const last = lines.at(-1) ?? '';
  const end: [number, number] = [
    range.start[0] + lines.length - 1,
    Math.max(1, lines.length === 1 ? range.start[1] + last.length - 1 : last.length),
  ];
  return { ...answer, content, truncated: true, range: { start: range.start, end } };
}
