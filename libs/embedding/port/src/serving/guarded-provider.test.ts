import type { CardModel } from '@tributary/contracts';
import { permanent, retryable } from '@tributary/kernel';
import { beforeEach, expect, it } from 'vitest';
import type { EmbeddingProvider } from '../provider/embedding-provider.js';
import { GuardedProvider } from './guarded-provider.js';

const MODEL: CardModel = { name: 'm', dimension: 1, distance: 'cosine', query_prefix: '', document_prefix: '' };
const AWAY = retryable('EMBEDDER.UNAVAILABLE', 'Nothing listens there.');

let failure: Error | undefined;
let asked: number;
let looks: number;
let now: number;
let provider: GuardedProvider;
beforeEach(() => {
  failure = undefined;
  asked = 0;
  looks = 0;
  now = 1_000_000;
  const inner: EmbeddingProvider = {
    name: 'm',
    describe: () => Promise.resolve(MODEL),
    embed: (texts) => {
      asked++;
      return failure ? Promise.reject(failure) : Promise.resolve(texts.map(() => Float32Array.of(1)));
    },
    health: () => {
      looks++;
      return Promise.resolve({ name: 'm', kind: 'test', status: 'up' });
    },
    close: () => Promise.resolve(),
  };
  provider = new GuardedProvider(inner, { now: () => now });
});
const embed = () => provider.embed(['text'], { kind: 'document' });

async function fail(times: number): Promise<void> {
  for (let i = 0; i < times; i++) await expect(embed()).rejects.toBe(failure);
}

it('asks nothing for five seconds after three failures, says why and how long, then tries again', async () => {
  failure = AWAY;
  await fail(3);
  now += 2000;
  await expect(embed()).rejects.toMatchObject({
    code: AWAY.code,
    message: AWAY.message,
    retryable: true,
    retryAfterMs: 3000,
    untaken: true,
  });
  expect(asked).toBe(3);
  now += 3000;
  failure = undefined;
  expect(await embed()).toHaveLength(1);
  failure = AWAY;
  await fail(2);
  failure = undefined;
  expect(await embed()).toHaveLength(1);
});

it('opens for a single trial: one more failure closes it again', async () => {
  failure = AWAY;
  await fail(3);
  now += 5000;
  await fail(1);
  await expect(embed()).rejects.toMatchObject({ retryAfterMs: 5000 });
  expect(asked).toBe(4);
});

it('waits for the moment that the server named after too many requests', async () => {
  failure = retryable('EMBEDDER.RATE_LIMITED', 'Slow down.', { retryAfterMs: 60_000 });
  await fail(1);
  now += 59_000;
  await expect(embed()).rejects.toMatchObject({ code: 'EMBEDDER.RATE_LIMITED', retryable: true, retryAfterMs: 1000 });
  await expect(provider.describe()).rejects.toMatchObject({ code: 'EMBEDDER.RATE_LIMITED' });
  expect(asked).toBe(1);
  now += 1000;
  failure = undefined;
  expect(await embed()).toHaveLength(1);
});

it('goes on asking after failures of single texts, slow ones, and calls that were given up', async () => {
  for (const error of [permanent('EMBEDDER.ANSWER_INVALID', 'Not this text.'), new DOMException('given up', 'AbortError')]) {
    failure = error;
    await fail(5);
  }
  failure = AWAY;
  for (let i = 0; i < 5; i++) {
    await fail(1);
    now += 6000;
  }
  expect(asked).toBe(15);
});

it('does not look at a server that asked for patience before the moment it named, and looks at one that fails', async () => {
  expect(await provider.health()).toMatchObject({ status: 'up' });
  failure = retryable('EMBEDDER.RATE_LIMITED', 'Too many requests.', { category: 'overloaded', retryAfterMs: 60_000 });
  await fail(1);
  expect(await provider.health()).toEqual({ name: 'm', kind: 'test', status: 'down', detail: 'Too many requests.' });
  expect(looks).toBe(1);
  now += 60_000;
  expect(await provider.health()).toMatchObject({ status: 'up' });
  failure = AWAY;
  await fail(3);
  await provider.health();
  expect(looks).toBe(3);
});
