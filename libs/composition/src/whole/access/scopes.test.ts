import { localOwner, routes, type CallContext, type Route, type Scope } from '@tributary/contracts';
import { loadConfiguration, silentLogger } from '@tributary/platform';
import { temporaryFolder } from '@tributary/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startStandalone } from '../../standalone/start-standalone.js';

const SCOPES: readonly Scope[] = ['search:read', 'documents:write', 'admin'];

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let server: Awaited<ReturnType<typeof startStandalone>>;
beforeAll(async () => {
  folder = await temporaryFolder();
  const overrides = [
    { path: ['data', 'folder'], value: folder.path, flag: '--data' },
    { path: ['server', 'port'], value: 0, flag: '--port' },
  ];
  server = await startStandalone({ configuration: await loadConfiguration({ environment: {}, overrides }), logger: silentLogger });
});
afterAll(async () => {
  await server.close();
  await folder.remove();
});

/** Whoever has every scope but one. */
function without(scope: Scope | undefined): CallContext {
  const principal = { ...localOwner, unrestricted: false, scopes: SCOPES.filter((other) => other !== scope) };
  return { principal, signal: AbortSignal.timeout(30_000) };
}

/** Whatever comes before it, the context is there where the operation expects it. */
async function refusalOf(operation: object, context: CallContext): Promise<string> {
  try {
    if (typeof operation === 'function') await Reflect.apply(operation, server.operations, [context, context, context]);
    return 'none';
  } catch (error) {
    return error instanceof Error ? error.message.replace(/: call .*/, '') : 'none';
  }
}

it('no operation is carried out without the scope that its route names', async () => {
  const operations = Object.entries<Route>(routes).filter(([name]) => name in server.operations);
  const refusals = operations.map(async ([name, { scope }]) => {
    const operation: unknown = Reflect.get(server.operations, name);
    return [name, operation instanceof Object ? await refusalOf(operation, without(scope)) : 'none'];
  });
  expect(operations.length).toBe(39);
  expect(await Promise.all(refusals)).toEqual(operations.map(([name, { scope = 'none' }]) => [name, `This needs the scope ${scope}`]));
});
