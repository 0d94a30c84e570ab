import type { NominateResult } from '@tributary/engines-port';
import { nominate, type Asked } from '../lanes/nominate.js';
import type { InTurn } from '../projection/projections.js';
import type { Connection } from '../store/connection.js';
import type { Turns } from './turns.js';

/** Points of the collections that are searched in one turn: some milliseconds. */
const MOST_POINTS = 250_000;

/** A collection within its turn; its result is there when the turn is over. */
interface Entry {
  readonly asked: Asked;
  result?: NominateResult;
}

/** One request: takes its turn, and is told afterwards what became of it. */
interface Waiting {
  /** @returns what tells its caller */
  readonly enter: () => () => void;
  readonly fail: (error: unknown) => void;
}

interface JointTurnsParts {
  readonly turns: Pick<Turns, 'do'>;
  readonly reader: Connection;
  /** Points of the collections that are searched in one turn; the last one may go beyond. */
  readonly mostPoints?: number;
}

/** Gives a request its turn, together with those of the same search that wait as well. */
interface Place {
  readonly inTurn: InTurn;
  /** Asks a collection, within the turn. */
  readonly ask: (asked: Asked) => Entry;
}

/** Turns in which all requests of a search that wait by then are answered as one: on one snapshot, each query looked at once, and no collection in more depth than
 *  all of them together need. */
export class JointTurns {
  readonly #turns: Pick<Turns, 'do'>;
  readonly #reader: Connection;
  readonly #mostPoints: number;
  readonly #waiting = new Map<object, Waiting[]>();
  /** Of the turn that is on. */
  #entries: Entry[] = [];

  constructor({ turns, reader, mostPoints = MOST_POINTS }: JointTurnsParts) {
    this.#turns = turns;
    this.#reader = reader;
    this.#mostPoints = mostPoints;
  }

  /** @param search what the requests of one search have in common; each other object stands for itself */
  placeIn(search: object): Place {
    return {
      inTurn: (work) => this.#wait(search, work),
      ask: (asked) => {
        const entry = { asked };
        this.#entries.push(entry);
        return entry;
      },
    };
  }

  #wait<R>(search: object, work: () => R): Promise<R> {
    const { promise, resolve, reject } = Promise.withResolvers<R>();
    const enter = (): (() => void) => {
      try {
        const result = work();
        return () => {
          resolve(result);
        };
      } catch (error) {
        // One that cannot be searched is no trouble of the others.
        return () => {
          reject(error);
        };
      }
    };
    this.#add(search, [{ enter, fail: reject }]);
    return promise;
  }

  #add(search: object, waiting: readonly Waiting[]): void {
    const before = this.#waiting.get(search);
    if (before) {
      before.push(...waiting);
      return;
    }
    this.#waiting.set(search, [...waiting]);
    void this.#turns
      .do(() => this.#run(search))
      .then((tell) => {
        for (const one of tell) one();
      });
  }

  /** @returns what tells each of those that were answered */
  #run(search: object): readonly (() => void)[] {
    const waiting = this.#waiting.get(search) ?? [];
    this.#waiting.delete(search);
    this.#entries = [];
    const tell: (() => void)[] = [];
    try {
      this.#reader.snapshot(() => {
        for (const { enter } of waiting) if (pointsOf(this.#entries) < this.#mostPoints) tell.push(enter());
        this.#answer();
      });
    } catch (error) {
      return waiting.map(({ fail }) => () => {
        fail(error);
      });
    }
    if (tell.length < waiting.length) this.#add(search, waiting.slice(tell.length));
    return tell;
  }

  /** Collections of one model have one and the same vector of the query. */
  #answer(): void {
    for (const entries of Map.groupBy(this.#entries, ({ asked }) => asked.request.vector).values()) {
      const results = nominate(entries.map(({ asked }) => asked));
      entries.forEach((entry, at) => {
        const result = results[at];
        if (result) entry.result = result;
      });
    }
  }
}

function pointsOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, { asked }) => sum + asked.projection.points, 0);
}
