import type { z } from 'zod';
import { ConfigurationSchema } from '../schema/configuration.js';
import { defaultOf, expectationOf } from '../schema/expectation.js';
import { toFileKey, toFilePath, toVariable } from '../schema/names.js';
import { notesOf } from '../schema/setting.js';
import { shapeOf } from '../schema/shape.js';

interface Row {
  readonly path: readonly string[];
  readonly schema: z.core.$ZodType;
}

const INTRODUCTION = `# Configuration

Generated from the schema of the settings by \`npm run docs\`; do not edit.

Settings come from a YAML file (\`--config FILE\`, else the variable \`TRIBUTARY_CONFIG\`), from environment variables, and from flags of the
command; later ones win. Without any of them the defaults below hold. A variable is named \`TRIBUTARY_<SECTION>__<KEY>\`: two underscores
separate levels, lists and maps are written as JSON, and with \`_FILE\` at the end it names a file that holds the value. In the YAML file \`<key>_file\` does the same for secrets, such as
\`api_key_file: /run/secrets/model-key\`. An unknown key or variable is an error that names the nearest known one; an invalid configuration ends the process with exit code 78.

\`\`\`yaml
server:
  port: 7411
engines:
  main:
    type: embedded
log:
  level: info
\`\`\`
`;

/** The text of docs/configuration.md: every setting with type, unit, default, description and variable. */
export function configurationReference(): string {
  const shape = shapeOf(ConfigurationSchema);
  const top = shape.kind === 'section' ? [...shape.fields].map(([key, schema]) => ({ path: [key], schema })) : [];
  const isValue = ({ schema }: Row) => shapeOf(schema).kind === 'value';
  const single = top.filter(isValue);
  const sections = top.filter((row) => !isValue(row)).map(sectionText);
  return [INTRODUCTION, ...sections, `## Other settings\n\n${table(single)}`].join('\n');
}

function sectionText({ path, schema }: Row): string {
  return `## ${toFilePath(path)}\n\n${notesOf(schema)?.description ?? ''}\n\n${table(rowsBelow({ path, schema }))}`;
}

function rowsBelow({ path, schema }: Row): Row[] {
  const shape = shapeOf(schema);
  if (shape.kind === 'value') return [{ path, schema }];
  if (shape.kind === 'map') return [{ path, schema }, ...rowsBelow({ path: [...path, '<name>'], schema: shape.value })];
  return [...shape.fields].flatMap(([key, field]) => rowsBelow({ path: [...path, key], schema: field }));
}

function table(rows: readonly Row[]): string {
  const lines = rows.map(
    (row) =>
      `| ${cells(row)
        .map((cell) => cell.replaceAll('|', '\\|'))
        .join(' | ')} |`,
  );
  return ['| setting | value | default | what it does | variable |', '|---|---|---|---|---|', ...lines, ''].join('\n');
}

function cells({ path, schema }: Row): string[] {
  const { unit, description = '' } = notesOf(schema) ?? {};
  const value = expectationOf(schema) + (unit === undefined ? '' : `, ${unit}`);
  const fallback = defaultOf(schema);
  const told = mayLieInFile({ path, schema })
    ? `${description} Or \`${toFileKey(path.at(-1) ?? '')}_file\`: a file that holds it.`
    : description;
  return [`\`${toFilePath(path)}\``, value, fallback === undefined ? '–' : `\`${fallback}\``, told, `\`${toVariable(path)}\``];
}

/** A secret that is a text and has a key of its own. */
function mayLieInFile({ path, schema }: Row): boolean {
  return notesOf(schema)?.secret === true && shapeOf(schema).kind === 'value' && path.at(-1) !== '<name>';
}
