import type { EmbeddingProvider } from '@tributary/embedding-port';
import { MemoryEngine } from '@tributary/engines-port/memory';
import { permanent, retryable, type TributaryError } from '@tributary/kernel';
import { openTracing, silentLogger } from '@tributary/platform';
import { createProcessMetrics } from '@tributary/platform/metrics';
import { expect, it } from 'vitest';
import { observeProvider, observedEngine } from './observed-parts.js';
import { Observing } from './observing.js';

const PROCESS = { service: 'test', version: '1' };
const DENIED = permanent('A.DENIED', 'The key is not taken.', { category: 'denied' });
const GONE = permanent('A.NOT_FOUND', 'There is no such model.', { category: 'not_found' });
const UNFIT = permanent('A.UNSUPPORTED', 'It knows no such filter.');
const AWAY = retryable('A.UNAVAILABLE', 'It does not answer.');

async function observing(): Promise<Observing> {
  const tracing = await openTracing({ headers: {}, sampleRatio: 1 }, PROCESS);
  return new Observing({ metrics: createProcessMetrics(PROCESS), tracing, logger: silentLogger });
}

class RefusingEngine extends MemoryEngine {
  constructor(readonly refusal: TributaryError) {
    super({ name: 'team' });
  }

  override count() {
    return Promise.reject(this.refusal);
  }
}

class RefusingProvider implements EmbeddingProvider {
  readonly name = 'served';

  constructor(readonly refusal: Error) {}

  describe = () => Promise.reject(this.refusal);
  embed = () => Promise.reject(this.refusal);
  health = () => Promise.reject(this.refusal);
  close = () => Promise.resolve();
}

/** What is counted of one call that ended so. */
async function outcome(metric: string, call: (observing: Observing) => Promise<unknown>): Promise<string | undefined> {
  const seen = await observing();
  await expect(call(seen)).rejects.toThrow();
  return new RegExp(`^${metric}_count\\{.*outcome="(\\w+)".*\\} 1$`, 'mu').exec(await seen.metrics.text())?.[1];
}

it('counts as an error what a model refuses, since its key, its name and the form of the call are ours', async () => {
  const embed = (refusal: Error) =>
    outcome('tributary_embed_duration_seconds', (seen) => {
      const provider: EmbeddingProvider = new RefusingProvider(refusal);
      observeProvider(provider, seen);
      return provider.embed(['A text.'], { kind: 'document' });
    });
  expect(await Promise.all([DENIED, GONE, UNFIT, AWAY].map(embed))).toEqual(['error', 'error', 'error', 'error']);
  expect(await embed(new DOMException('ended', 'AbortError'))).toBe('cancelled');
});

it('counts as an error of an engine that its key is refused, and not what a caller asks of it in vain', async () => {
  const count = (refusal: TributaryError) =>
    outcome('tributary_engine_call_duration_seconds', (seen) => observedEngine(new RefusingEngine(refusal), seen).count());
  expect(await Promise.all([DENIED, AWAY, UNFIT].map(count))).toEqual(['error', 'error', 'refused']);
});
