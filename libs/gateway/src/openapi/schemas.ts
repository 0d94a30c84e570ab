import * as contracts from '@tributary/contracts';
import { z } from 'zod';

type Json = Readonly<Record<string, unknown>>;
type Direction = 'input' | 'output';

const PLACE = '#/components/schemas/';
/** Where zod puts what refers to itself and has no name: values of any JSON type, in all that is described here. */
const SHARED = '__shared';
const ANY_JSON = 'JsonValue';
/** Of schemas that stand alone. */
const LEFT_OUT: ReadonlySet<string> = new Set(['$id', '$schema', '$defs']);

/** JSON schemas (draft 2020-12) of what the routes name: the contracts’ own schemas as components under their names, what is only a route’s in its place.
 *  What callers may leave out for its default is optional as input alone; where that makes a difference the input is `<name>Input`. */
export class Schemas {
  readonly #named = new Map<z.ZodType, string>();
  readonly #registry = z.registry<{ id: string }>();
  readonly #known: Readonly<Record<Direction, ReadonlyMap<string, unknown>>>;
  readonly #used = new Map<string, unknown>();

  constructor() {
    for (const [name, schema] of Object.entries<unknown>(contracts)) if (schema instanceof z.ZodType) this.#named.set(schema, name);
    for (const [schema, id] of this.#named) this.#registry.add(schema, { id });
    this.#known = { input: this.#componentsOf('input'), output: this.#componentsOf('output') };
  }

  /** The schema as it stands in a description: a reference, or itself. */
  of(schema: z.ZodType, direction: Direction): Json {
    const name = this.#named.get(schema);
    if (name !== undefined) return { $ref: this.#take(name, direction) };
    return this.#placed(z.toJSONSchema(schema, { metadata: this.#registry, io: direction, unrepresentable: 'any' }), direction);
  }

  /** What the schemas handed out refer to, by name. */
  get components(): Json {
    return Object.fromEntries([...this.#used].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  #componentsOf(io: Direction): ReadonlyMap<string, unknown> {
    const { schemas } = z.toJSONSchema(this.#registry, { uri: addressOf, io, unrepresentable: 'any' });
    const shared = Object.values(schemas[SHARED]?.$defs ?? {});
    return new Map<string, unknown>([...Object.entries(schemas), [ANY_JSON, shared[0]]]);
  }

  /** Brings a component in, with what it refers to. @returns its address */
  #take(name: string, direction: Direction): string {
    const isSame = JSON.stringify(this.#known.input.get(name)) === JSON.stringify(this.#known.output.get(name));
    const target = isSame || direction === 'output' ? name : `${name}Input`;
    if (!this.#used.has(target)) {
      // Named before it is filled, since it may refer to itself.
      this.#used.set(target, {});
      this.#used.set(target, this.#placed(this.#known[direction].get(name), direction));
    }
    return addressOf(target);
  }

  #placed(schema: unknown, direction: Direction): Json {
    if (typeof schema !== 'object' || schema === null) return {};
    const entries = Object.entries<unknown>({ ...schema }).filter(([key]) => !LEFT_OUT.has(key));
    return Object.fromEntries(entries.map(([key, value]) => [key, this.#placedValue(key, value, direction)]));
  }

  #placedValue(key: string, value: unknown, direction: Direction): unknown {
    if (key === '$ref' && typeof value === 'string') {
      const name = value.replace(PLACE, '').replace('#/$defs/', '');
      return this.#take(name.startsWith('__') ? ANY_JSON : name, direction);
    }
    if (Array.isArray(value)) return value.map((entry: unknown) => (isObject(entry) ? this.#placed(entry, direction) : entry));
    return isObject(value) ? this.#placed(value, direction) : value;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function addressOf(name: string): string {
  return PLACE + name;
}
