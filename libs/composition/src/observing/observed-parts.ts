import type { EmbeddingProvider } from '@tributary/embedding-port';
import type { Engine } from '@tributary/engines-port';
import { observedCalls } from './observed-calls.js';
import type { Observing } from './observing.js';

/** Calls that reach an engine's store; others only look something up in memory, or are asked by probes without pause. */
const ENGINE_CALLS: ReadonlySet<string> = new Set([
  'createCollection',
  'dropCollection',
  'writeDocument',
  'deleteDocuments',
  'nominate',
  'signals',
  'read',
  'scroll',
  'count',
  'countDocuments',
  'findDocuments',
  'storedVectors',
  'suggestWords',
  'wordsBeginning',
]);

/** An engine whose calls are timed. */
export function observedEngine<E extends Engine>(engine: E, observing: Observing): E {
  const { metrics } = observing;
  return observedCalls(engine, ENGINE_CALLS, (call, work) =>
    observing.step(
      { name: `engine ${call}`, kind: 'client', attributes: { 'tributary.engine': engine.name, 'db.system.name': engine.kind } },
      work,
      (ended, seconds, category) => {
        // Its key is ours; a filter that it does not know, or a point that it does not take, is the caller's.
        const outcome = category === 'denied' ? 'error' : ended;
        metrics.engineSeconds.observe({ engine: engine.name, call, outcome }, seconds);
      },
    ),
  );
}

/** Times the calls of an embedding model, and counts its texts. The very object is kept: others compare it by identity, and its words are read in loops. */
export function observeProvider(provider: EmbeddingProvider, observing: Observing): void {
  const embed = provider.embed.bind(provider);
  const { metrics } = observing;
  provider.embed = (texts, options) => {
    const { kind } = options;
    const attributes = { 'tributary.model': provider.name, 'tributary.kind': kind, 'tributary.texts': texts.length };
    return observing.step(
      { name: 'embed', kind: 'internal', attributes },
      () => embed(texts, options),
      (ended, seconds) => {
        // Key, model and form of a call are ours, so that what a model refuses has failed: its quota may be used up, or it is gone.
        const outcome = ended === 'refused' ? 'error' : ended;
        metrics.embedSeconds.observe({ model: provider.name, kind, outcome }, seconds);
        if (outcome === 'ok') metrics.embedTexts.inc({ model: provider.name, kind }, texts.length);
      },
    );
  };
}
