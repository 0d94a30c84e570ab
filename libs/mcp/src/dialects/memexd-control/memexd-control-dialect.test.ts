import { MemoryOperations } from '@tributary/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectDialects, converse, projectFolder, type ProjectFolder } from '../projects/project-world.fixture.js';

let folder: ProjectFolder;
beforeEach(async () => {
  folder = await projectFolder({ 'README.md': 'Orders are shipped by pigeon.', 'src/cart.ts': 'export function totalOfCart() {}' });
});
afterEach(() => folder.remove());

describe('memexd-control and qdrant-multi together', () => {
  it('list the four tools of control and the six of search [004-96]', async () => {
    const { client } = await connectDialects(new MemoryOperations(), 'memexd-control,qdrant-multi');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'activate_project',
      'deactivate_project',
      'daemon_status',
      'force_reindex',
      'search_collections',
      'list_collections',
      'upsert_points',
      'delete_points',
      'create_collection',
      'purge_collection',
    ]);
    await expect(`${JSON.stringify(tools.slice(0, 4), undefined, 2)}\n`).toMatchFileSnapshot('fixtures/tool-list.json');
  });

  it('answer a scripted conversation as fixtures/conversation.json has it [004-90] [004-91] [004-92] [004-93]', async () => {
    const { root } = folder;
    const script: readonly (readonly [string, Record<string, unknown>])[] = [
      ['force_reindex', {}],
      ['activate_project', { project_root: root }],
      ['daemon_status', {}],
      ['search_collections', { query: 'pigeon', collections: ['shop-docs'] }],
      ['force_reindex', { paths: ['README.md'] }],
      ['force_reindex', {}],
      ['deactivate_project', { project_root: root }],
      ['daemon_status', {}],
    ];
    const client = await connectDialects(new MemoryOperations(), 'memexd-control,qdrant-multi', 's1');
    await expect(await converse(client, script, root)).toMatchFileSnapshot('fixtures/conversation.json');
  });
});
