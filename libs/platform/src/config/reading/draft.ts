import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { nearest } from '@tributary/kernel';
import { expectationOf, defaultOf } from '../schema/expectation.js';
import { toCodeKey, toFileKey, toFilePath } from '../schema/names.js';
import { notesOf } from '../schema/setting.js';
import { schemaAt, shapeOf } from '../schema/shape.js';

type Path = readonly string[];
type Tree = Record<string, unknown>;

const VARIABLE = /^TRIBUTARY_\w+$/;

/** Something wrong with the configuration: where, what, and what to write instead. */
export interface ConfigurationProblem {
  readonly where: string;
  readonly what: string;
  readonly instead: string;
}

/** The configuration while it is put together from file, variables and flags: unchecked values with the place each came from. */
export class Draft {
  readonly values: Tree = {};
  readonly problems: ConfigurationProblem[] = [];
  readonly #schema: z.core.$ZodType;
  readonly #origins = new Map<string, string>();

  constructor(schema: z.core.$ZodType) {
    this.#schema = schema;
  }

  /** Sets a value that is written with code keys. `origin` is what a message names: a variable or a flag. */
  set(path: Path, value: unknown, origin: string): void {
    this.#origins.set(path.join('.'), origin);
    let tree = this.values;
    for (const key of path.slice(0, -1)) tree = childOf(tree, key);
    const last = path.at(-1);
    if (last !== undefined) tree[last] = value;
  }

  /** Takes over a tree that is written with file keys; unknown keys become problems. */
  takeFile(tree: unknown, { path = [], origin }: { readonly path?: Path; readonly origin: string }): void {
    const schema = schemaAt(this.#schema, path);
    if (schema === undefined) return;
    const shape = shapeOf(schema);
    if (shape.kind === 'value' || !isTree(tree)) {
      // An empty section of a YAML file reads as null.
      if (tree !== null) this.set(path, tree, `${toFilePath(path)} in ${origin}`);
      return;
    }
    for (const [key, value] of Object.entries(tree)) {
      const codeKey = shape.kind === 'map' ? key : toCodeKey(key);
      const isKnown = shape.kind === 'map' || (shape.fields.has(codeKey) && toFileKey(codeKey) === key);
      if (isKnown) this.takeFile(value, { path: [...path, codeKey], origin });
      else if (!this.#takeHeld(value, { path, key, origin }))
        this.#refuseKey([...path, key], { origin, known: [...shape.fields.keys()].map(toFileKey) });
    }
  }

  /** The value a file holds, without its last line break; where it cannot be read, a problem of `where`. */
  readHeld(file: string, where: string): string | undefined {
    try {
      return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    } catch {
      const what = 'names a file that cannot be read';
      this.problems.push({ where, what, instead: 'Give the path of a readable file that holds the value.' });
      return undefined;
    }
  }

  /** Names under which a map of the draft has entries already. */
  namesAt(path: Path): readonly string[] {
    const tree = this.valueAt(path);
    return isTree(tree) ? Object.keys(tree) : [];
  }

  /** The unchecked value that stands at a path so far. */
  valueAt(path: Path): unknown {
    let tree: unknown = this.values;
    for (const key of path) tree = isTree(tree) ? tree[key] : undefined;
    return tree;
  }

  /** Turns a complaint of the schema into a problem. */
  refuse(path: Path, message: string): void {
    const schema = schemaAt(this.#schema, path);
    this.problems.push({ where: this.#whereOf(path), what: message, instead: schema === undefined ? 'Remove it.' : adviceFor(schema) });
  }

  /** Refuses a setting that only sections of another type have. */
  refuseForeign(path: Path): void {
    this.problems.push({ where: this.#whereOf(path), what: 'no such setting for this type', instead: 'Remove it, or give another type.' });
  }

  /** A secret as `<key>_file`: the file that holds it. @returns false where the key is nothing of the kind */
  #takeHeld(value: unknown, { path, key, origin }: { readonly path: Path; readonly key: string; readonly origin: string }): boolean {
    const named = [...path, toCodeKey(key.replace(/_file$/, ''))];
    const schema = key.endsWith('_file') && typeof value === 'string' ? schemaAt(this.#schema, named) : undefined;
    if (typeof value !== 'string' || schema === undefined || notesOf(schema)?.secret !== true) return false;
    const held = this.readHeld(value, `${toFilePath(path)}.${key} in ${origin}`);
    if (held !== undefined) this.set(named, held, `${toFilePath(named)} in ${origin}`);
    return true;
  }

  #refuseKey(path: Path, { origin, known }: { readonly origin: string; readonly known: readonly string[] }): void {
    const guess = nearest(path.at(-1) ?? '', known);
    this.problems.push({
      where: `${path.join('.')} in ${origin}`,
      what: 'no such setting',
      instead: guess === undefined ? `Known here: ${known.join(', ')}.` : `Did you mean ${guess}?`,
    });
  }

  /** Where a value comes from; of one that is missing, what made its section where no file did. */
  #whereOf(path: Path): string {
    for (let length = path.length; length > 0; length--) {
      const origin = this.#origins.get(path.slice(0, length).join('.'));
      if (origin !== undefined) return origin;
    }
    const maker = this.#makerOf(path.slice(0, -1));
    return maker === undefined
      ? `${toFilePath(path)}${this.#fileOf(path.slice(0, -1))}`
      : `${toFilePath(path)}, a section that only ${maker} makes`;
  }

  /** The variable without which an entry of a map would not be there. */
  #makerOf(path: Path): string | undefined {
    const map = schemaAt(this.#schema, path.slice(0, -1));
    if (path.length < 2 || map === undefined || shapeOf(map).kind !== 'map') return undefined;
    const origins = [...this.#origins].filter(([known]) => known.startsWith(`${path.join('.')}.`)).map(([, origin]) => origin);
    return origins.every((origin) => VARIABLE.test(origin)) ? origins[0] : undefined;
  }

  /** Where a section of a file lacks something: ` in <file>`. */
  #fileOf(section: Path): string {
    const start = `${section.join('.')}.`;
    const [, origin = ''] = [...this.#origins].find(([key, from]) => key.startsWith(start) && from.includes(' in ')) ?? [];
    return origin.slice(Math.max(0, origin.indexOf(' in ')));
  }
}

function adviceFor(schema: z.core.$ZodType): string {
  const { unit, example } = notesOf(schema) ?? {};
  const fallback = defaultOf(schema);
  const parts = [
    `Write ${expectationOf(schema)}${unit === undefined ? '' : ` (${unit})`}`,
    ...(example === undefined ? [] : [`for example ${example}`]),
    ...(fallback === undefined || fallback === example ? [] : [`default ${fallback}`]),
  ];
  return `${parts.join(', ')}.`;
}

function childOf(tree: Tree, key: string): Tree {
  const present = tree[key];
  if (isTree(present)) return present;
  const child: Tree = {};
  tree[key] = child;
  return child;
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
