import type { CallOptions, Engine } from '@tributary/engines-port';

/** What goes wrong when a collection is asked. */
export type Fault =
  | { readonly kind: 'throws'; readonly error: Error }
  /** Answers never; gives up when it is told to, unless it is deaf. */
  | { readonly kind: 'hangs'; readonly isDeaf?: boolean };

type Method = 'nominate' | 'read' | 'suggestWords';

/** A real engine in which chosen calls on chosen collections (by physical name) go wrong; `calls` counts what reached it. */
export class FaultyEngine {
  readonly calls: string[] = [];
  readonly #faults = new Map<string, Fault>();
  readonly engine: Engine;

  constructor(inner: Engine) {
    this.engine = new Proxy(inner, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return (...given: readonly unknown[]): unknown => this.#call(target, { name: String(name), value, given });
      },
    });
  }

  /** `collection` is a physical name; `method` left out: every read. */
  break(collection: string, fault: Fault, methods: readonly Method[] = ['nominate', 'read', 'suggestWords']): void {
    for (const method of methods) this.#faults.set(`${method}/${collection}`, fault);
  }

  mend(): void {
    this.#faults.clear();
  }

  #call(
    target: Engine,
    { name, value, given }: { readonly name: string; readonly value: Function; readonly given: readonly unknown[] },
  ): unknown {
    this.calls.push(name);
    const collection = collectionIn(given[0]);
    const fault = this.#faults.get(`${name}/${collection}`);
    if (fault === undefined) return Reflect.apply(value, target, given);
    return fault.kind === 'throws' ? Promise.reject(fault.error) : hang(signalIn(given), fault.isDeaf === true);
  }
}

function collectionIn(first: unknown): string {
  if (typeof first === 'string') return first;
  return typeof first === 'object' && first !== null && 'collection' in first ? String(first.collection) : '';
}

function signalIn(given: readonly unknown[]): AbortSignal | undefined {
  const options = given.findLast((one): one is CallOptions => typeof one === 'object' && one !== null && 'signal' in one);
  return options?.signal;
}

function hang(signal: AbortSignal | undefined, isDeaf: boolean): Promise<never> {
  return new Promise((_, reject) => {
    if (isDeaf) return;
    signal?.addEventListener('abort', () => {
      reject(new DOMException('given up', 'AbortError'));
    });
  });
}
