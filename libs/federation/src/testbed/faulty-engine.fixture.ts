import type {
  CallOptions,
  Engine,
  NominateRequest,
  NominateResult,
  PointSelector,
  ReadOptions,
  ScrollRequest,
  StoredPoint,
} from '@tributary/engines-port';
import { replaced } from '@tributary/testing';

/** What goes wrong when a collection is asked. */
export type Fault =
  /** At once, or when this is over. */
  | { readonly kind: 'throws'; readonly error: Error; readonly when?: Promise<unknown> }
  /** Answers never, or only so many calls; gives up when it is told to, unless it is deaf. While it hangs, this share of the collection is read. */
  | { readonly kind: 'hangs'; readonly isDeaf?: boolean; readonly after?: number; readonly shareRead?: number }
  /** Answers a moment later, as a server does: a call whose time is over is given up. Nothing else is wrong. */
  | { readonly kind: 'travels' };

const TRAVEL_MS = 3;

const METHODS = ['nominate', 'read', 'suggestWords', 'wordsBeginning'] as const;

type Method = (typeof METHODS)[number] | 'scroll';

/** What an engine that overwrites chunk by chunk may show in the middle of a write. */
export interface Disguise {
  readonly nominate?: (result: NominateResult) => NominateResult;
  readonly read?: (points: readonly StoredPoint[]) => readonly StoredPoint[];
}

/** A real engine in which chosen calls on chosen collections (by physical name) go wrong; `calls` names what reached it. */
export class FaultyEngine {
  readonly calls: string[] = [];
  readonly engine: Engine;
  readonly #faults = new Map<string, Fault>();
  #disguise: Disguise = {};

  constructor(inner: Engine) {
    const changed: Partial<Engine> = {
      nominate: async (request: NominateRequest, options: CallOptions) => {
        if (looksUpNames(request)) {
          await this.#meet('names', request.collection, options);
          return inner.nominate(request, options);
        }
        await this.#meet('nominate', request.collection, options);
        const result = await inner.nominate(request, options);
        return this.#disguise.nominate?.(result) ?? result;
      },
      read: async (collection: string, selector: PointSelector, options: ReadOptions = {}) => {
        await this.#meet('read', collection, options);
        const points = await inner.read(collection, selector, options);
        return this.#disguise.read?.(points) ?? points;
      },
      suggestWords: async (collection: string, words: readonly string[], options: CallOptions) => {
        await this.#meet('suggestWords', collection, options);
        return inner.suggestWords(collection, words, options);
      },
      wordsBeginning: async (collection: string, beginnings: readonly string[], options: CallOptions) => {
        await this.#meet('wordsBeginning', collection, options);
        return inner.wordsBeginning(collection, beginnings, options);
      },
      scroll: async (request: ScrollRequest, options: CallOptions = {}) => {
        await this.#meet('scroll', request.collection, options);
        return inner.scroll(request, options);
      },
      shareRead: (collection: string) => {
        const fault = this.#faults.get(`nominate/${collection}`);
        return fault?.kind === 'hangs' ? fault.shareRead : undefined;
      },
    };
    this.engine = replaced(inner, changed);
  }

  /** `collection` is a physical name; `methods` left out: every read but scrolling. */
  break(collection: string, fault: Fault, methods: readonly Method[] = METHODS): void {
    for (const method of methods) this.#faults.set(`${method}/${collection}`, fault);
  }

  disguise(disguise: Disguise): void {
    this.#disguise = disguise;
  }

  mend(): void {
    this.#faults.clear();
    this.#disguise = {};
  }

  /** Looking up names fails as the lanes do that are asked beside it, and is not counted among these. */
  async #meet(call: Method | 'names', collection: string, { signal }: CallOptions): Promise<void> {
    this.calls.push(call);
    const method = call === 'names' ? 'nominate' : call;
    const fault = this.#faults.get(`${method}/${collection}`);
    if (fault?.kind === 'throws') {
      await fault.when;
      throw fault.error;
    }
    if (fault?.kind === 'travels') await travel(signal);
    if (fault?.kind !== 'hangs') return;
    const { after = 0 } = fault;
    if (after > 0 && call === 'names') return;
    if (after > 0) this.#faults.set(`${method}/${collection}`, { ...fault, after: after - 1 });
    else await hang(signal, fault.isDeaf === true);
  }
}

/** By one lane, of collections together, and for nothing that the judge wants. */
function looksUpNames({ lanes, together, common }: NominateRequest): boolean {
  return together !== undefined && common === undefined && lanes.join() === 'keyword';
}

/** Timers that are due fire before it is over. */
async function travel(signal: AbortSignal | undefined): Promise<void> {
  const arrival = performance.now() + TRAVEL_MS;
  while (performance.now() < arrival) await new Promise(setImmediate);
  signal?.throwIfAborted();
}

function hang(signal: AbortSignal | undefined, isDeaf: boolean): Promise<never> {
  return new Promise((_, reject) => {
    if (isDeaf) return;
    signal?.addEventListener('abort', () => {
      reject(new DOMException('given up', 'AbortError'));
    });
  });
}
