import { join } from 'node:path';
import { findQdrantProgram, startQdrantServer, temporaryFolder } from '@tributary/testing';
import { expect, it } from 'vitest';
import { tributary } from '../../running/tributary.fixture.js';

it(
  'names, after a restore, the engines that hold further collections, and the command that brings them into line',
  { timeout: 120_000 },
  async (context) => {
    const supply = findQdrantProgram();
    if (supply.kind === 'none') return context.skip(supply.reason);
    await using stack = new AsyncDisposableStack();
    const folder = stack.use(await temporaryFolder());
    const qdrant = stack.use(await startQdrantServer(supply.command));
    const env = {
      TRIBUTARY_ENGINES: JSON.stringify({ main: { type: 'embedded' }, team: { type: 'qdrant', url: qdrant.url } }),
      TRIBUTARY_COLLECTIONS: JSON.stringify({ far: { engine: 'team' } }),
    };
    const at = (name: string) => join(folder.path, name);
    const run = async (args: readonly string[], input = '') => {
      const { code, stdout, stderr } = await tributary(args, { env, input });
      expect([code, args.join(' '), stderr]).toEqual([0, args.join(' '), expect.anything()]);
      return { stdout, stderr };
    };
    const write = (collection: string) => {
      const input = JSON.stringify({ id: 'a', content: `A note in ${collection}.` });
      return run(['import', '-', '--collection', collection, '--data', at('data')], input);
    };
    await write('near');
    await run(['backup', at('without'), '--data', at('data')]);
    await write('far');
    await run(['backup', at('with'), '--data', at('data')]);

    const { stderr } = await run(['restore', at('with'), '--data', at('restored')]);
    expect(stderr).toMatch(/^Not in it: the collections on team, .*"tributary doctor --repair" brings/);
    const { stdout } = await run(['restore', at('with'), '--data', at('again'), '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ not_included: ['team'] });
    expect((await run(['restore', at('without'), '--data', at('other')])).stderr).toBe('');
    expect((await run(['collections', '--data', at('restored')])).stdout).toMatch(/far/);
  },
);
