import { permanent } from '@tributary/kernel';
import type { Engine } from './engine.js';

/** The configured engines by name; the primary one also keeps the catalog. */
export class Engines {
  readonly primary: Engine;
  readonly #byName: ReadonlyMap<string, Engine>;

  constructor(primary: Engine, others: readonly Engine[] = []) {
    this.primary = primary;
    this.#byName = new Map([primary, ...others].map((engine) => [engine.name, engine]));
  }

  /** The engine of a name; undefined when none is configured under it. */
  find(name: string): Engine | undefined {
    return this.#byName.get(name);
  }

  /** @throws `ENGINE.UNKNOWN` */
  get(name: string): Engine {
    const engine = this.find(name);
    if (engine) return engine;
    const known = [...this.#byName.keys()].join(', ');
    throw permanent('ENGINE.UNKNOWN', `No engine is configured under the name ${name}. Configured: ${known}.`, { category: 'not_found' });
  }

  all(): readonly Engine[] {
    return [...this.#byName.values()];
  }
}
