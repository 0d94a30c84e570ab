// What the conformance suite opens in its own process.
import { plainTextAnalyser, type Engine } from '@tributary/engines-port';
import { termOf } from '@tributary/engines-port/memory';
import { EmbeddedEngine } from '../index.js';

/** Opens the store of a folder with the suite’s analysis. */
export function openEngine(folder: string): Promise<Engine> {
  return Promise.resolve(EmbeddedEngine.open({ name: 'main', folder, analyser: { ...plainTextAnalyser, termOf } }));
}
