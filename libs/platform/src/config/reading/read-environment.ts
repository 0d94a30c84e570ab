import type { z } from 'zod';
import { nearest } from '@tributary/kernel';
import { kindOf } from '../schema/expectation.js';
import { levelsOf, toCodeKey, toFileKey, toVariable } from '../schema/names.js';
import { schemaAt, shapeOf } from '../schema/shape.js';
import type { Draft } from './draft.js';

/** Variables of ours that are no settings: where the file is, which folder a clone keeps its data in, what a command shows to a server elsewhere, what docker/compose.yaml asks for, and what steers tests. */
const NO_SETTING = /^TRIBUTARY_(?:CONFIG$|DEFAULT_DATA_FOLDER$|TOKEN(?:_FILE)?$|COMPOSE_|TEST_)/;

export type Environment = Readonly<Record<string, string | undefined>>;

interface Target {
  readonly path: readonly string[];
  readonly schema: z.core.$ZodType;
  readonly fromFile: boolean;
}

/** Takes every `TRIBUTARY_…` variable over into the draft; unknown names become problems with the nearest known one. */
export function readEnvironment(draft: Draft, root: z.core.$ZodType, environment: Environment): void {
  for (const [variable, text] of Object.entries(environment)) {
    const levels = NO_SETTING.test(variable) ? undefined : levelsOf(variable);
    if (levels === undefined || text === undefined) continue;
    const target = resolve(draft, root, levels);
    if (target === undefined) refuseVariable(draft, root, { variable, levels });
    else if (target.fromFile && environment[toVariable(target.path)] !== undefined) {
      draft.problems.push({ where: variable, what: `given together with ${toVariable(target.path)}`, instead: 'Keep one of them.' });
    } else take(draft, target, { variable, text });
  }
}

function resolve(draft: Draft, root: z.core.$ZodType, levels: readonly string[]): Target | undefined {
  const direct = locate(draft, root, levels);
  if (direct !== undefined) return { ...direct, fromFile: false };
  const last = levels.at(-1) ?? '';
  if (!last.endsWith('_file')) return undefined;
  const named = locate(draft, root, [...levels.slice(0, -1), last.slice(0, -'_file'.length)]);
  return named && { ...named, fromFile: true };
}

function locate(draft: Draft, root: z.core.$ZodType, levels: readonly string[]): Pick<Target, 'path' | 'schema'> | undefined {
  const path: string[] = [];
  for (const level of levels) {
    const schema = schemaAt(root, path);
    const shape = schema && shapeOf(schema);
    if (shape === undefined || shape.kind === 'value') return undefined;
    if (shape.kind === 'map') path.push(draft.namesAt(path).find((name) => name.toLowerCase().replaceAll('-', '_') === level) ?? level);
    else if (shape.fields.has(toCodeKey(level))) path.push(toCodeKey(level));
    else return undefined;
  }
  const schema = schemaAt(root, path);
  return schema && { path, schema };
}

function take(
  draft: Draft,
  { path, schema, fromFile }: Target,
  { variable, text }: { readonly variable: string; readonly text: string },
): void {
  let content = text;
  if (fromFile) {
    const held = draft.readHeld(text, variable);
    if (held === undefined) return;
    content = held;
  }
  if (shapeOf(schema).kind === 'value' && kindOf(schema) !== 'json') {
    draft.set(path, parseScalar(content, kindOf(schema)), variable);
    return;
  }
  try {
    draft.takeFile(JSON.parse(content), { path, origin: variable });
  } catch {
    draft.problems.push({
      where: variable,
      what: 'is no JSON',
      instead: 'Lists and maps are written as JSON, such as ["a","b"] or {"name":{"type":"…"}}.',
    });
  }
}

function parseScalar(text: string, kind: ReturnType<typeof kindOf>): unknown {
  if (kind === 'number' && text.trim() !== '' && !Number.isNaN(Number(text))) return Number(text);
  if (kind === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

function refuseVariable(
  draft: Draft,
  root: z.core.$ZodType,
  { variable, levels }: { readonly variable: string; readonly levels: readonly string[] },
): void {
  const guess = nearest(variable, knownVariables(root, levels));
  const instead = guess === undefined ? 'docs/configuration.md lists all of them.' : `Did you mean ${guess}?`;
  draft.problems.push({ where: variable, what: 'no such setting', instead });
}

/** Every variable there is; where a map takes any name, the name written at that level. */
function knownVariables(schema: z.core.$ZodType, levels: readonly string[], path: readonly string[] = []): string[] {
  const shape = shapeOf(schema);
  const own = path.length === 0 ? [] : [toVariable(path)];
  if (shape.kind === 'value') return own;
  if (shape.kind === 'map') return [...own, ...knownVariables(shape.value, levels, [...path, levels[path.length] ?? 'name'])];
  return [...own, ...[...shape.fields].flatMap(([key, field]) => knownVariables(field, levels, [...path, toFileKey(key)]))];
}
