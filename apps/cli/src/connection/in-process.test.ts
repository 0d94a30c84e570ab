import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { FetchAnswer, SearchAnswer } from '@tributary/contracts';
import { findModelFolder, temporaryFolder } from '@tributary/testing';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAIN, startTributary, tributary } from '../running/tributary.fixture.js';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let data: string;
beforeAll(async () => {
  folder = await temporaryFolder();
  data = join(folder.path, 'data');
});
afterAll(() => folder.remove());

const run = async (...args: readonly string[]) => {
  const { code, stdout, stderr } = await tributary([...args, '--data', data]);
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
};
const search = async (...args: readonly string[]) => SearchAnswer.parse(JSON.parse(await run('search', ...args, '--json')));

// Every command starts a whole server and ends it: on a busy machine that takes its time.
describe('a data folder nobody serves', { timeout: 90_000 }, () => {
  it('takes an import, and the next command finds it', async () => {
    const file = join(folder.path, 'animals.jsonl');
    const animals = [
      { _id: 'okapi', title: 'Okapi', text: 'The okapi is a shy relative of the giraffe that lives in the rain forest.' },
      { _id: 'eel', title: 'Eel', text: 'The electric eel stuns its prey with a discharge of several hundred volts.' },
    ];
    await writeFile(file, animals.map((animal) => JSON.stringify(animal)).join('\n'));
    expect(await run('import', file)).toContain('Accepted 2 documents in animals');
    const { hits, coverage, cursor } = await search('shy relative of the giraffe');
    expect(hits[0]).toMatchObject({ uri: 'tributary://animals/okapi#0', collection: 'animals', title: 'Okapi' });
    expect(coverage).toMatchObject([{ collection: 'animals', status: 'searched' }]);
    // The process that knew the cursor has ended.
    expect(cursor).toBeUndefined();
  });

  it('answers with what a model and a reranker say that start with the command', async (context) => {
    const model = findModelFolder();
    if (model.kind === 'none') return context.skip(model.reason);
    const config = join(folder.path, 'tributary.yaml');
    await writeFile(
      config,
      [
        `models: { static: { type: static }, minilm: { type: transformers, path: ${JSON.stringify(model.path)} } }`,
        'rerankers: { minilm: { type: model, model: minilm } }',
        'collections: { sea: { model: minilm }, land: { model: static } }',
      ].join('\n'),
    );
    const texts = ['The tide reaches the harbour at six.', 'A ship is loaded with grain.', 'The captain writes a letter.'];
    const files = ['sea', 'land'].map((name) => join(folder.path, `${name}.jsonl`));
    for (const file of files) await writeFile(file, texts.map((text, n) => JSON.stringify({ id: n.toString(), text })).join('\n'));
    await run('import', ...files, '--config', config);
    const ask = (collection: string) => search('when does the water rise', '-c', collection, '--rerank', '--config', config);
    const [{ coverage }, { reranked }] = [await ask('sea'), await ask('land')];
    expect(coverage).toMatchObject([{ collection: 'sea', status: 'searched', lanes: { semantic: { status: 'searched' } } }]);
    expect(reranked).toMatchObject({ by: 'minilm', documents: 3, scored: 3 });
  });

  it('takes a folder by file type, and brings in what changed when it is indexed again', async () => {
    const shop = join(folder.path, 'shop');
    await mkdir(shop);
    await writeFile(join(shop, 'README.md'), '---\ntags: [mail]\n---\n# Shop\n\nOrders are shipped by pigeon.\n');
    await writeFile(
      join(shop, 'cart.ts'),
      'export function totalOfCart(prices: number[]) {\n  return prices.reduce((sum, price) => sum + price, 0);\n}\n',
    );
    expect(await run('index', shop)).toMatch(/^Searchable: .*shop → shop-code, shop-docs · 2 documents/);
    expect(await run('sources')).toMatch(/ {2}shop-code, shop-docs {2}/);
    expect((await search('totalOfCart', '-c', 'shop-*')).hits[0]).toMatchObject({ collection: 'shop-code', path: 'cart.ts' });
    const tagged = JSON.stringify({ must: [{ key: 'tags', match: { value: 'mail' } }] });
    expect((await search('orders', '-c', 'shop-docs', '--filter', tagged)).hits).toHaveLength(1);
    await writeFile(join(shop, 'README.md'), '# Shop\n\nOrders are shipped by submarine.\n');
    await run('index', shop);
    expect((await search('"submarine"', '-c', 'shop-docs')).hits).toHaveLength(1);
    expect((await search('"pigeon"', '-c', 'shop-docs')).hits).toHaveLength(0);
    const again = await tributary(['index', shop, '--collection', 'shop-again', '--data', data]);
    expect(again.stderr).toMatch(/^The source shop \([0-9a-f]{16}\), .*shop, has these files already, .* in shop-code, shop-docs: /m);
    await run('collections', 'remove', 'shop-again', '--confirm', 'shop-again');
  });

  it('says of a link what it leads to, and which source it led to before', async () => {
    const current = join(folder.path, 'current');
    for (const release of ['rel1', 'rel2']) {
      await mkdir(join(folder.path, release));
      await writeFile(join(folder.path, release, 'notes.md'), `# Notes of ${release}\n`);
      await rm(current, { force: true });
      await symlink(release, current);
      const { stderr } = await tributary(['index', current, '--data', data]);
      expect(stderr).toMatch(
        new RegExp(
          `^.*/current is a link to .*/${release}: that is what is indexed\\. When the link leads elsewhere, index it again\\.$`,
          'm',
        ),
      );
      if (release === 'rel2')
        expect(stderr).toMatch(/^.*\/current led to the source rel1 \([0-9a-f]{16}\), .*\/rel1, before, which is still answered\. /m);
    }
    for (const release of ['rel1', 'rel2']) await run('collections', 'remove', `${release}-docs`, '--confirm', `${release}-docs`);
  });

  it('keeps what an interrupted index had taken in, says so, and the next one goes on', async () => {
    const isles = join(folder.path, 'isles');
    await mkdir(isles);
    const names = Array.from({ length: 600 }, (_, n) => n.toString());
    await Promise.all(names.map((n) => writeFile(join(isles, `${n}.md`), `# Isle ${n}\n\nGulls of isle ${n}.\n`)));
    const child = startTributary(['index', isles, '--data', join(folder.path, 'isles-data')]);
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      if (said === '') child.kill('SIGINT');
      said += text;
    });
    expect(await once(child, 'close')).toEqual([130, null]);
    expect(said).toMatch(
      /^Indexing isles.*\nInterrupted: what is searchable stays so, and the next command, or "tributary start", goes on/,
    );
    const { stdout } = await tributary(['index', isles, '--data', join(folder.path, 'isles-data')]);
    expect(stdout).toMatch(/^Searchable: .*isles → isles-docs · 600 documents/);
    const listed = await tributary(['sources', '--data', join(folder.path, 'isles-data')]);
    expect(listed.stdout).toMatch(/ {2}isles-docs {2}/);
    expect(listed.stdout).not.toContain('isles-code');
  });

  it('says who goes on with what is not waited for', async () => {
    const wharf = join(folder.path, 'wharf');
    await mkdir(wharf);
    await writeFile(join(wharf, 'a.md'), '# Wharf\n\nCranes.\n');
    const { code, stderr } = await tributary(['index', wharf, '--no-wait', '--data', join(folder.path, 'wharf-data')]);
    expect([code, stderr]).toEqual([0, 'No server runs: the next command, or "tributary start", goes on with it.\n']);
  });

  it('is served to an assistant by "tributary mcp": list tools, search, fetch', async () => {
    const client = new Client({ name: 'test', version: '0' }, { versionNegotiation: { mode: 'auto' } });
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [MAIN, 'mcp', '--data', data], stderr: 'pipe' }));
    expect((await client.listTools()).tools).toHaveLength(7);
    const found = SearchAnswer.parse(
      (await client.callTool({ name: 'search', arguments: { query: 'fish that stuns prey with volts' } })).structuredContent,
    );
    expect(found.hits[0]).toMatchObject({ collection: 'animals', title: 'Eel' });
    const read = FetchAnswer.parse((await client.callTool({ name: 'fetch', arguments: { uri: found.hits[0]?.uri } })).structuredContent);
    expect(read.content).toContain('several hundred volts');
    const stored = await client.callTool({ name: 'store', arguments: { text: 'The door code is 4711.', id: 'door' } });
    expect(stored.structuredContent).toMatchObject({ searchable: true, uri: 'tributary://memory/door' });
    await client.close();
    expect((await search('door code')).hits[0]).toMatchObject({ collection: 'memory' });
  });

  it.each([['search', 'x'], ['fetch', 'tributary://a/b'], ['status'], ['doctor'], ['delete', 'tributary://a/b']])(
    'is not made by a command that asks for what is there: %s',
    async (...args) => {
      const mistyped = join(folder.path, 'mistyped');
      const { code, stdout, stderr } = await tributary([...args, '--data', mistyped]);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toContain(`no data folder ${mistyped}:`);
      expect(existsSync(mistyped)).toBe(false);
    },
  );

  it('forgets what is deleted', async () => {
    expect(await run('delete', 'tributary://animals/eel')).toBe('Deleted 1 document (1 chunk).\n');
    expect((await search('electric eel', '-c', 'animals')).hits.map(({ title }) => title)).not.toContain('Eel');
    expect(await run('collections', 'remove', 'animals', '--confirm', 'animals')).toBe('Removed animals.\n');
    expect(await run('collections')).not.toContain('animals');
  });
});
