import { createDialects, type DialectSettings } from '@tributary/mcp';
import { NOT_APPLICABLE } from '@tributary/mcp/conformance';
import { dialectVariables } from '@tributary/platform';
import { jsonSchemaRows } from './schema-table.js';

/** Tools whose names come from the configuration are shown with this one alias. */
const EXAMPLE: DialectSettings = {
  ecosystem: { collections: { agent_kit: { collection: 'agent_kit', description: 'AgentKit documentation', model: 'static' } } },
};

const HEAD = `# MCP

Generated from \`libs/mcp\` by \`npm run docs\`; do not edit.

Every assistant reaches Tributary over MCP: over HTTP at \`/mcp\` of a running server, or over stdio by \`tributary mcp\`. A **dialect** is a set of
tools that existing prompts and clients already know; all of them ask the same index.

| | native | one dialect | several |
|---|---|---|---|
| HTTP | \`http://127.0.0.1:7411/mcp\` | \`…/mcp/qdrant\` | \`…/mcp/memexd-control,qdrant-multi\` |
| stdio | \`tributary mcp\` | \`tributary mcp --dialect qdrant\` | \`tributary mcp --dialect memexd-control,qdrant-multi\` |

A server that [asks for a token](access.md#assistants) takes it as a header: \`claude mcp add --transport http tributary https://search.example.org/mcp --header "Authorization: Bearer <token>"\`;
\`TRIBUTARY_TOKEN=<token> tributary mcp install --client NAME --url https://search.example.org\` writes it into the settings of a client.

Of several, the one named first keeps a tool name both have; the other’s is listed as \`<dialect>_<tool>\` and says so.

## Trying it

The MCP Inspector needs nothing but Node; it prints what an assistant would get. \`--strict\` judges whether other clients can use the schemas.

\`\`\`sh
npx @modelcontextprotocol/inspector --cli http://127.0.0.1:7411/mcp --transport http --method tools/list --strict
npx @modelcontextprotocol/inspector --cli http://127.0.0.1:7411/mcp --transport http --method tools/call --tool-name search --tool-arg query="nightly backup"
npx @modelcontextprotocol/inspector --cli tributary mcp --method tools/call --tool-name search --tool-arg query="nightly backup"
\`\`\`

## What every dialect has

- **Revisions**: 2026-07-28 (stateless) and the 2025 revisions on one address. No request needs the process that answered the one before, so any number of
  replicas stand behind any load balancer.
- **Errors** are results with \`isError\`, a \`code\` and the next step, also as \`structuredContent.error\`. Arguments are checked by the tool, so that its own words reach the
  assistant.
- **Arguments** are read as they are meant: null counts as left out, numbers, lists and objects may come as JSON text, and one text
  without a comma as a list of it
  ([ADR 162](adr/0162-arguments-as-they-are-meant.md)).
- **Size**: an answer costs at most 20,000 tokens (UTF-8 bytes ÷ 3.5); a search has room for two fifths of it in text, whatever its \`token_budget\`, and then gives
  fewer hits and a cursor, or the limit to ask with; a document is cut and says where to go on. A search leaves out what an assistant cannot act on (times, lanes of
  what was searched, more than four decimals, metadata that the address tells, the links of notes and lists of more than eight entries) unless it is asked to \`explain\`.
- **Resources**: collections (\`tributary://<collection>\`, listed, 200 at once) and documents (\`tributary://<collection>/<document>#<chunk>\`, by template).
  Names of collections are completed, in addresses and in arguments of prompts. A text that is too long for one answer ends with a line in brackets that says which call goes on.
- **Instructions** at the start of a session name the collections that the caller may read, where a tool can be given one; descriptions made from documents are left out of them.
- **Progress** is sent to clients that ask for it, from \`ingest\`. **Cancelling** ends a call at once: over stdio in every revision, over HTTP under 2026-07-28 by
  closing the request. The 2025 revisions cancel by a message of its own, which over HTTP without sessions reaches nobody; closing the connection or the deadline ends such a call.
- **Subscriptions**: a client of 2026-07-28 that listens, or of 2025 over stdio that subscribes, is told when a document or collection it named is another one,
  and (2026-07-28) when the list of collections is; it is looked at every 5 seconds. The list of tools never changes while a process runs.
- **Cache hints** (2026-07-28): lists of tools, prompts and templates 5 minutes, of resources and the instructions 10 seconds, documents not at all; always \`private\`.
`;

/** The page docs/mcp.md, made from the tools as they are served. */
export function mcpPage(): string {
  const dialects = createDialects(EXAMPLE);
  return [HEAD, ...conformance(), ...dialects.names().flatMap((name) => dialects.choose(name).flatMap(dialectSection))].join('\n');
}

function conformance(): readonly string[] {
  const rows = Object.entries(NOT_APPLICABLE).flatMap(([revision, entries]) =>
    entries.map(
      ({ scenarios, sentence, source, why }) =>
        `| ${revision} | ${scenarios.map((name) => `\`${name}\``).join(', ')} | “${sentence}” ([specification](${source})). ${why} |`,
    ),
  );
  return [
    '## Conformance',
    '',
    '`npm run conformance` runs the official runner, `@modelcontextprotocol/conformance`, with `--requirements 2026-07-28` and `--requirements 2025-11-25` against the',
    'gateway; `npm test` does the same. Every scenario that a revision requires passes without a warning, except those that ask for what a server may leave out',
    'and Tributary does:',
    '',
    '| revision | scenarios | why they do not apply |',
    '|---|---|---|',
    ...rows,
    '',
  ];
}

type Dialect = ReturnType<ReturnType<typeof createDialects>['choose']>[number];

function dialectSection(dialect: Dialect): readonly string[] {
  const { name, tools, prompts = [] } = dialect;
  const address = name === 'native' ? '/mcp' : `/mcp/${name}`;
  const variables = dialectVariables(name);
  return [
    `## ${name}`,
    '',
    `\`${address}\` · \`tributary mcp${name === 'native' ? '' : ` --dialect ${name}`}\``,
    '',
    ...(name === 'ecosystem' ? ['For a collection under the alias `agent_kit` (`dialects.ecosystem.collections.agent_kit`):', ''] : []),
    ...(variables.length > 0 ? [`Variables of the environment: ${variables.map((variable) => `\`${variable}\``).join(', ')}.`, ''] : []),
    ...tools.flatMap(toolSection),
    ...(prompts.length > 0 ? ['### Prompts', '', '| prompt | arguments | |', '|---|---|---|', ...prompts.map(promptRow), ''] : []),
  ];
}

type Tool = Dialect['tools'][number];

function toolSection({ name, description, inputSchema, annotations, outputSchema }: Tool): readonly string[] {
  const rows = jsonSchemaRows(inputSchema);
  const kind = annotations.readOnlyHint === true ? 'reads' : annotations.destructiveHint === true ? 'may replace or delete' : 'writes';
  return [
    `### \`${name}\``,
    '',
    ...description.split('\n').map((line) => (line.trim() === '' ? '>' : `> ${line}`)),
    '',
    `It ${kind}${outputSchema === undefined ? ' and answers text' : ''}.${rows.length === 0 ? ' It takes no arguments.' : ''}`,
    '',
    ...(rows.length === 0 ? [] : ['| argument | type | |', '|---|---|---|', ...rows, '']),
  ];
}

function promptRow({ name, description, arguments: args }: NonNullable<Dialect['prompts']>[number]): string {
  const given = args.map((argument) => `\`${argument.name}${argument.required ? '' : '?'}\``).join(', ');
  return `| \`${name}\` | ${given} | ${description} |`;
}
