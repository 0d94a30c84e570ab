import type { z } from 'zod';
import { ConfigurationSchema, type Configuration } from '../schema/configuration.js';
import { toFileKey, toVariable } from '../schema/names.js';
import { schemaAt, shapeOf } from '../schema/shape.js';

/** Settings of a configuration as the environment variables that mean them, for a server that is to have these and no others; secrets are among them.
 *  @param paths code keys, such as `['models']` or `['log', 'level']` */
export function settingsAsVariables(
  configuration: Partial<Configuration>,
  paths: readonly (readonly string[])[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    paths.flatMap((path) => {
      const schema = schemaAt(ConfigurationSchema, path);
      const value = path.reduce<unknown>((tree, key) => (isTree(tree) ? tree[key] : undefined), configuration);
      if (schema === undefined || value === undefined) return [];
      const written = inFileKeys(value, schema);
      return [[toVariable(path), typeof written === 'string' ? written : JSON.stringify(written)] as const];
    }),
  );
}

function inFileKeys(value: unknown, schema: z.core.$ZodType): unknown {
  const shape = shapeOf(schema);
  if (shape.kind === 'value' || !isTree(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const field = shape.kind === 'map' ? shape.value : shape.fields.get(key);
      return [shape.kind === 'map' ? key : toFileKey(key), field === undefined ? inner : inFileKeys(inner, field)];
    }),
  );
}

function isTree(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
