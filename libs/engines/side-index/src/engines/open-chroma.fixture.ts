// What a child process of the conformance suite opens: Chroma at a URL, its words in the embedded store of a folder.
import { EmbeddedEngine } from '@tributary/engines-embedded';
import { plainTextAnalyser, type Engine } from '@tributary/engines-port';
import { termOf } from '@tributary/engines-port/memory';
import { openChroma } from './engines.fixture.js';

/** @param settings JSON of `{ url, folder }` */
export async function openEngine(settings: string): Promise<Engine> {
  const { url, folder } = JSON.parse(settings) as { url: string; folder: string }; // safe: written by the tests beside it
  const primary = EmbeddedEngine.open({ name: 'primary', folder, analyser: { ...plainTextAnalyser, termOf } });
  const joined = await openChroma(url, primary);
  const closeJoined = joined.close.bind(joined);
  const close = async () => {
    await closeJoined();
    await primary.close();
  };
  return Object.assign(joined, { close });
}
