import { NestFactory } from '@nestjs/core';
import { SearchRequest, localOwner, searchQueue } from '@tributary/contracts';
import { Engines, type Engine } from '@tributary/engines-port';
import { Deadline } from '@tributary/kernel';
import { loadConfiguration, silentLogger } from '@tributary/platform';
import { eventually, replaced, temporaryFolder } from '@tributary/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { composeParts, type Parts } from '../parts/compose-parts.js';
import { searchFederationRole, type SearchFederationOptions } from './search-federation.js';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let parts: Parts;
let stack: AsyncDisposableStack;
beforeEach(async () => {
  folder = await temporaryFolder();
  const overrides = [{ path: ['data', 'folder'], value: folder.path, flag: '--data' }];
  parts = await composeParts({
    configuration: await loadConfiguration({ environment: {}, overrides }),
    logger: silentLogger,
    queueKind: 'local',
  });
  stack = new AsyncDisposableStack();
});
afterEach(async () => {
  await stack.disposeAsync();
  await parts.close();
  await folder.remove();
});

async function startRole(engines: Engines, options: SearchFederationOptions = {}): Promise<void> {
  const role = await NestFactory.createApplicationContext(searchFederationRole({ ...parts, engines }, options), { logger: false });
  stack.defer(() => role.close());
}

function search() {
  const request = SearchRequest.parse({ query: 'anything' });
  return parts.queues.request(searchQueue, { request, principal: localOwner }, { deadline: Deadline.in(10_000) });
}

/** The engine, which reads ahead until it is let go on. */
function slowToRead(engine: Engine) {
  const [begun, released] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  const slow = replaced(engine, {
    readAhead: async () => {
      begun.resolve(undefined);
      await released.promise;
    },
  });
  return {
    engines: new Engines(slow),
    begun: begun.promise,
    release: () => {
      released.resolve(undefined);
    },
  };
}

it('takes searches beside another process only when its engines have read what they need', async () => {
  await startRole(parts.engines);
  const { engines, begun, release } = slowToRead(parts.engines.primary);
  let isStarted = false;
  const starting = startRole(engines).then(() => (isStarted = true));
  await begun;
  expect(await search()).toMatchObject({ hits: [] });
  expect(isStarted).toBe(false);
  release();
  await starting;
  expect(isStarted).toBe(true);
});

it('takes searches at once where nobody else does, while its engines read', async () => {
  const { engines, begun, release } = slowToRead(parts.engines.primary);
  await startRole(engines);
  await begun;
  expect(await search()).toMatchObject({ hits: [] });
  release();
});

it('reads nothing ahead before its time', async () => {
  const reads: string[] = [];
  const reading = (name: string) =>
    new Engines(
      replaced(parts.engines.primary, {
        readAhead: () => {
          reads.push(name);
          return Promise.resolve();
        },
      }),
    );
  await startRole(reading('later'), { readAheadDelayMs: 60_000 });
  await startRole(reading('now'), { readAheadDelayMs: 1 });
  // Once before it takes searches beside the other one, once in the background.
  await eventually(() => reads.filter((name) => name === 'now').length === 2);
  expect(reads).toEqual(['now', 'now']);
});
