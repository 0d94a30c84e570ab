import { Card } from '@tributary/contracts';
import {
  CollectionRecord,
  Engines,
  plainTextAnalyser,
  type ForeignPage,
  type ForeignPoint,
  type ForeignReader,
  type ForeignScrollRequest,
} from '@tributary/engines-port';
import { MemoryEngine, MemoryForeign, sampleAnalysis, termOf } from '@tributary/engines-port/memory';
import { replaced } from '@tributary/testing';
import { SideIndexBuilder, openAdopted } from '../index.js';

/** A point as LangChain would leave it, under a number for an id. */
export function foreignPoint(n: number, text: string, more: Readonly<Record<string, unknown>> = {}): ForeignPoint {
  const vector = Float32Array.from({ length: 4 }, (_, i) => Math.sin(n * 7 + i));
  return { id: n.toString(), payload: { page_content: text, ...more }, vectors: new Map([['', vector]]) };
}

/** Remembers which pages it was asked for, and takes no request with a vector where it is told to. */
class WatchedForeign extends MemoryForeign {
  readonly asked: ForeignScrollRequest[] = [];
  refusal: Error | undefined;

  override open(name: string, card: Card): ForeignReader {
    const reader = super.open(name, card);
    const unlessVector = async <T extends object, R>(request: T, ask: (request: T) => Promise<R>): Promise<R> => {
      if ('vector' in request && this.refusal) throw this.refusal;
      return ask(request);
    };
    return replaced(reader, {
      nominate: (request) => unlessVector(request, (asked) => reader.nominate(asked)),
      signals: (request) => unlessVector(request, (asked) => reader.signals(asked)),
    });
  }

  override scroll(request: ForeignScrollRequest): Promise<ForeignPage> {
    this.asked.push(request);
    return super.scroll(request);
  }
}

const NAME = 'their docs/2024';

/** An engine with one collection of somebody else, adopted, and its primary engine. */
export function foreignWorld(points: readonly ForeignPoint[]) {
  const describe = (present: readonly ForeignPoint[]) => ({
    name: NAME,
    vectors: [{ name: '', kind: 'dense' as const, dimension: 4 }],
    metadata: {},
    points: present,
  });
  const foreign = new WatchedForeign([describe(points)]);
  const rules = { analyser: plainTextAnalyser, termOf };
  const engine = new MemoryEngine({ name: 'theirs', foreign, ...rules });
  const primary = new MemoryEngine({ name: 'main', ...rules });
  const record = CollectionRecord.parse({
    name: 'docs',
    engine: 'theirs',
    adopted: NAME,
    generation: 1,
    card: Card.parse({
      model: { name: 'unknown', dimension: 4 },
      vectors: { dense: '' },
      fields: { text: 'page_content', title: 'metadata.title' },
      created_at: '2026-01-01T00:00:00Z',
    }),
  });
  let now = 0;
  const clock = { now: () => (now += 2_000) };
  const builder = (analyser = 'suite@1') =>
    new SideIndexBuilder({ engines: new Engines(primary, [engine]), analyser, clock, ...sampleAnalysis });
  return {
    record,
    primary,
    builder,
    /** Milliseconds go by, beside the two seconds that pass whenever somebody looks. */
    wait: (ms: number) => {
      now += ms;
    },
    /** The pages of the collection that were read since this was asked last. */
    pagesRead: () => foreign.asked.splice(0),
    /** What its maker does meanwhile. */
    become: (present: readonly ForeignPoint[]) => {
      foreign.set(NAME, describe(present));
    },
    /** The server takes no request with a vector any more. */
    refuse: (refusal: Error) => {
      foreign.refusal = refusal;
    },
    reader: (analyser = 'suite@1') => openAdopted({ engine, primary, record, analyser, clock, ...sampleAnalysis }),
  };
}
