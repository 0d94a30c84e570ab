import type { Operations, Principal } from '@tributary/contracts';
import { isFresh, systemClock, type Clock } from '@tributary/kernel';
import type { Dialect } from '../dialects/dialect.js';
import { generateInstructions } from '../server/instructions.js';

/** Every stateless request makes a server and a server has instructions: they may be this old. */
const FRESH_MS = 10_000;
const MAX_CALLERS = 1_000;

/** Instructions by caller and dialects, generated at most every ten seconds. */
export class InstructionsCache {
  readonly #byCaller = new Map<string, { readonly text: Promise<string>; readonly at: number }>();
  readonly #operations: Pick<Operations, 'listCollections'>;
  readonly #clock: Clock;

  constructor(operations: Pick<Operations, 'listCollections'>, clock: Clock = systemClock) {
    this.#operations = operations;
    this.#clock = clock;
  }

  for(principal: Principal, dialects: readonly Dialect[]): Promise<string> {
    const caller = JSON.stringify([principal, dialects.map(({ name }) => name)]);
    const now = this.#clock.now();
    const known = this.#byCaller.get(caller);
    if (known !== undefined && isFresh(known.at, now, FRESH_MS)) return known.text;
    if (this.#byCaller.size >= MAX_CALLERS) this.#byCaller.clear();
    const text = generateInstructions({ operations: this.#operations, principal, dialects });
    this.#byCaller.set(caller, { text, at: now });
    return text;
  }
}
