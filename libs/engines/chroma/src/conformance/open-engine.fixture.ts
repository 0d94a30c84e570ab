// How a child process of the conformance suite opens the server of the test.
import { ChromaEngine } from '../engine/chroma-engine.js';

export function openEngine(url: string): Promise<ChromaEngine> {
  return ChromaEngine.open({ name: 'chroma', settings: { url, efSearch: 100_000 } });
}
