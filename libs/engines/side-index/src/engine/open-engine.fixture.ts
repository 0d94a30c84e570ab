// What a child process of the conformance suite opens.
import { EmbeddedEngine } from '@tributary/engines-embedded';
import { plainTextAnalyser, type Engine } from '@tributary/engines-port';
import { sampleAnalysis, termOf } from '@tributary/engines-port/memory';
import { join } from 'node:path';
import { SideIndexedEngine } from '../index.js';

/** Two embedded stores in a folder: one for points and vectors, the other, closed with it, for the words. */
export function openEngine(folder: string): Promise<Engine> {
  const analyser = { ...plainTextAnalyser, termOf };
  const engine = EmbeddedEngine.open({ name: 'vectors', folder: join(folder, 'vectors'), analyser });
  const primary = EmbeddedEngine.open({ name: 'primary', folder: join(folder, 'primary'), analyser });
  const joined = new SideIndexedEngine({ engine, primary, ...sampleAnalysis });
  const closeJoined = joined.close.bind(joined);
  const closeBoth = async () => {
    await closeJoined();
    await primary.close();
  };
  return Promise.resolve(Object.assign(joined, { close: closeBoth }));
}
