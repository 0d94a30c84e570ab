// What a child process of the conformance suite opens.
import { plainTextAnalyser, type Engine } from '@tributary/engines-port';
import { termOf } from '@tributary/engines-port/memory';
import { QdrantEngine } from '../index.js';

/** The common model of the suite’s points. */
const COMMON = { model: 'common', dimension: 8 };

/** Opens an engine on a server with the suite’s analysis; `settings` is JSON. */
export function openEngine(settings: string): Promise<Engine> {
  const { url, instance, apiKey } = JSON.parse(settings) as { url: string; instance: string; apiKey?: string }; // safe: written by the tests beside it
  const engine = QdrantEngine.open({
    name: 'main',
    settings: { url, instance, apiKey },
    analyser: { ...plainTextAnalyser, termOf },
    common: COMMON,
    exactSearch: true,
  });
  return Promise.resolve(engine);
}
