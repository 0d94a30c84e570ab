import { expect, it } from 'vitest';
import { MemoryEngine } from '../conformance/memory/memory-engine.js';
import { unlessDown } from './unless-down.js';

class DownEngine extends MemoryEngine {
  override health() {
    return Promise.resolve({ name: this.name, kind: this.kind, status: 'down' as const, detail: 'Nobody is there.' });
  }
}

const never = () => new Promise<never>(() => undefined);

it('waits for an engine that is slow, and for one that is down no longer than it takes to tell', async () => {
  const slow = Promise.withResolvers<string>();
  class SlowEngine extends MemoryEngine {
    override async health() {
      const health = await super.health();
      slow.resolve('late');
      return health;
    }
  }
  expect(await unlessDown(new SlowEngine({ name: 'far' }), () => slow.promise, { patientMs: 1 })).toBe('late');
  await expect(unlessDown(new DownEngine({ name: 'far' }), never, { patientMs: 1 })).rejects.toMatchObject({
    code: 'ENGINE.UNAVAILABLE',
    retryable: true,
    message: 'The engine far is down, so nothing was changed: Nobody is there. Try again when tributary status shows it up.',
  });
});

it('answers what the call answers, and throws what it throws', async () => {
  const engine = new DownEngine({ name: 'far' });
  expect(await unlessDown(engine, () => Promise.resolve(7))).toBe(7);
  await expect(unlessDown(engine, () => Promise.reject(new Error('its own')))).rejects.toThrow('its own');
});
