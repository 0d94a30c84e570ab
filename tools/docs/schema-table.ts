import { z } from 'zod';

/** The part of JSON Schema a table of fields needs. */
const Node = z.looseObject({
  type: z.union([z.string(), z.array(z.string()).transform((types) => types.join(' or '))]).optional(),
  format: z.string().optional(),
  description: z.string().optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  default: z.unknown().optional(),
  required: z.array(z.string()).default([]),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  $ref: z.string().optional(),
});
type Node = z.infer<typeof Node>;

const DEEPEST = 2;

/** One markdown row per field of an object schema; nested objects follow with their path. Optional fields end in `?`. */
export function fieldRows(schema: z.ZodType): readonly string[] {
  return jsonSchemaRows(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
}

/** The same for a schema that is JSON Schema already. */
export function jsonSchemaRows(schema: unknown): readonly string[] {
  return rowsOf(Node.parse(schema), '', 0);
}

function rowsOf(node: Node, prefix: string, depth: number): readonly string[] {
  if (node.oneOf) return node.oneOf.flatMap((branch) => rowsOf(Node.parse(branch), prefix, depth));
  return Object.entries(node.properties ?? {}).flatMap(([name, child]) => {
    const field = Node.parse(child);
    const path = `${prefix}${name}${node.required.includes(name) ? '' : '?'}`;
    const row = `| \`${path}\` | ${typeName(field)} | ${cell(field)} |`;
    const inner = field.type === 'array' ? itemsOf(field) : field;
    const nested = depth < DEEPEST ? rowsOf(inner, `${prefix}${name}${field.type === 'array' ? '[]' : ''}.`, depth + 1) : [];
    return [row, ...nested];
  });
}

function typeName(node: Node): string {
  if (node.const !== undefined) return `\`${JSON.stringify(node.const)}\``;
  if (node.enum) return node.enum.map((value) => `\`${String(value)}\``).join(' \\| ');
  if (node.anyOf) return [...new Set(node.anyOf.map((branch) => typeName(Node.parse(branch))))].join(' or ');
  if (node.$ref !== undefined) return 'JSON';
  if (node.type === 'array') return `list of ${typeName(itemsOf(node))}`;
  if (node.format?.startsWith('date') === true) return node.format === 'date' ? 'date' : 'date and time';
  return node.type ?? 'JSON';
}

function cell(node: Node): string {
  const fallback = node.default === undefined ? '' : ` Default \`${JSON.stringify(node.default)}\`.`;
  return `${node.description ?? ''}${fallback}`.replaceAll('|', '\\|').trim();
}

/** Tuples say `items: false`; their elements stand in `prefixItems`, which a table can leave out. */
function itemsOf(node: Node): Node {
  return Node.parse(typeof node.items === 'object' && node.items !== null ? node.items : {});
}
