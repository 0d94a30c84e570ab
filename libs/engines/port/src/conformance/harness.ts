import type { Engine, EngineCapabilities, TextAnalyser } from '../index.js';
import type { Bm25 } from './reference/bm25.js';

/** The suite’s own analysis, which the engine under test must use. */
export interface SuiteAnalyser extends TextAnalyser {
  termOf(word: string): number | undefined;
}

/** One store of an adapter, and how to reach it. */
export interface EngineHarness {
  readonly engine: Engine;
  /** Opens the same data as another process would, beside `engine` or after it was closed; the suite closes it. Needed where data is durable. */
  readonly open?: () => Promise<Engine>;
  /** How a child process opens the same data: a module that exports `openEngine(settings)`. Needed where processes are promised. */
  readonly child?: { readonly module: URL; readonly settings: string };
  readonly close: () => Promise<void>;
}

/** What an adapter promises beyond the behaviours every engine shows. */
export interface EngineSuite {
  readonly name: string;
  /** What the adapter publishes, also without a server: the suite tells by it which behaviours there are. */
  readonly capabilities: EngineCapabilities;
  readonly makeHarness: (analyser: SuiteAnalyser) => Promise<EngineHarness>;
  /** k1 and b of its keyword lane. */
  readonly bm25: Bm25;
  /** Data outlives the engine that wrote it, and several engines may work on it. */
  readonly durable: boolean;
  /** Several processes work on it, and any of them may be killed. */
  readonly processes: boolean;
  /** Part of the random rounds and kills that this suite runs, above 0; less than 1 (the default) where the time goes
   *  into a server of somebody else, or another suite runs the same adapter: then on half of the data. A long run does as much more of it as of the others. */
  readonly share?: number;
}

/** What the behaviours are told with. */
export interface SuiteContext {
  readonly suite: EngineSuite;
  readonly harness: () => EngineHarness;
  readonly engine: () => Engine;
  /** Another engine on the same data, closed when the test ends. */
  readonly open: () => Promise<Engine>;
  /** Makes a collection no other test uses. */
  readonly freshCollection: (dimension?: number) => Promise<string>;
}
