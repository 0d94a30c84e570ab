import { FetchInput, WhyNotRequest, localOwner, type Principal } from '@tributary/contracts';
import { documentRecordKey } from '@tributary/engines-port';
import { encodeDocumentKey } from '@tributary/kernel';
import { documentId } from '@tributary/kernel/ids';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Testbed, reader, type TestDocument } from '../testbed/testbed.fixture.js';
import { WhyNot } from '../why-not/why-not.use-case.js';

const AGENT = Array.from(
  { length: 40 },
  (_, n) => `export function step${n.toString()}(value) {\n  return value + ${n.toString()};\n}\n`,
).join('\n');
const LINES = AGENT.split('\n');

let bed: Testbed;
beforeEach(async () => {
  bed = await Testbed.open();
});
afterEach(() => bed[Symbol.asyncDispose]());

type File = Omit<TestDocument, 'key' | 'path'> & { readonly path: string };

interface Place {
  readonly collection: string;
  /** Left out: the files were handed in under their paths. */
  readonly source?: { readonly name: string; readonly location: string; readonly kind?: 'file' };
}

/** Fills a collection with these files of a source. */
async function files(place: Place, documents: readonly File[]): Promise<void> {
  const { collection, source } = place;
  if (source !== undefined) {
    const route = { code: collection, docs: collection };
    const record = {
      kind: 'folder',
      ...source,
      id: `${source.name} ${collection}`,
      route,
      state: 'idle',
      created_at: '2026-01-01T00:00:00Z',
    } as const;
    await bed.catalog.sources.change(record.id, () => ({ set: record }));
  }
  const keyed = documents.map((one) => ({
    type: 'code' as const,
    ...one,
    key: source === undefined ? one.path : `${source.name}/${one.path}`,
  }));
  await bed.collection(collection, keyed);
  for (const one of keyed) await note(collection, one.key);
}

async function note(collection: string, id: string, state: 'indexed' | 'deleted' = 'indexed'): Promise<void> {
  const key = encodeDocumentKey(id);
  const row = { collection, key, doc_id: documentId(collection, key), version: 1, hash: '', accepted_at: 1, state, chunks: 1 };
  await bed.catalog.documents.change(documentRecordKey(collection, key), () => ({ set: row }));
}

const undici = { collection: 'undici-code', source: { name: 'undici', location: '/srv/ada/undici' } };
const agent = { path: 'lib/dispatcher/agent.js', text: AGENT };
const URI = 'tributary://undici-code/undici/lib/dispatcher/agent.js';

const fetch = (uri: string, more: Partial<FetchInput> = {}, principal: Principal = localOwner) =>
  bed.fetch.run(FetchInput.parse({ uri, ...more }), { principal });

describe('a document that is fetched by the path of its file', () => {
  beforeEach(() => files(undici, [agent, { path: 'README.md', text: '# Undici\n\nA client.' }]));

  it.each([
    '/srv/ada/undici/lib/dispatcher/agent.js',
    'undici/lib/dispatcher/agent.js',
    'lib/dispatcher/agent.js',
    './lib/dispatcher/agent.js',
    'file:///srv/ada/undici/lib/dispatcher/agent.js',
    '/workspace/lib/dispatcher/agent.js',
    'tributary://undici-code/lib/dispatcher/agent.js',
    'tributary://undici-code//srv/ada/undici/lib/dispatcher/agent.js',
  ])('is told by its address: %s', async (written) => {
    expect(await fetch(written)).toMatchObject({ uri: URI, collection: 'undici-code', path: agent.path, content: AGENT.trimEnd() });
  });

  it.each(['lib/dispatcher/agent.js', 'tributary://undici-code/lib/dispatcher/agent.js', URI])(
    'has the lines behind it: %s',
    async (written) => {
      const lines = { uri: URI, content: LINES.slice(29, 40).join('\n'), range: { start: [30, 1], end: [40, 1] } };
      expect(await fetch(`${written}:30-40`)).toMatchObject({ ...lines, range: { start: [30, 1] } });
      expect((await fetch(`${written}#L30-L40`)).content).toBe(lines.content);
      expect((await fetch(`${written}:30-40`, { start_line: 5, end_line: 5 })).content).toBe(LINES[4]);
      await expect(fetch(`${written}:9999`)).rejects.toMatchObject({ code: 'RANGE.INVALID' });
    },
  );

  it('has the passage that holds the line behind it', async () => {
    const { content, range, uri } = await fetch('lib/dispatcher/agent.js:30:5');
    expect(uri).toBe(URI);
    expect(range?.start[0]).toBeGreaterThan(1);
    expect(range?.start[0]).toBeLessThanOrEqual(30);
    expect(range?.end[0]).toBeGreaterThanOrEqual(30);
    expect(range?.end[0]).toBeLessThan(LINES.length - 1);
    expect(content.split('\n')[30 - (range?.start[0] ?? 0)]).toBe(LINES[29]);
  });

  it('has the passage of an address that is not whole', async () => {
    expect(await fetch('tributary://undici-code/lib/dispatcher/agent.js#1')).toEqual(await fetch(`${URI}#1`));
  });

  it('is not there where it was deleted, is another file, or shares the last name alone', async () => {
    await bed.remove('undici-code', 'undici/README.md');
    for (const written of [
      'README.md',
      'lib/agents.js',
      'elsewhere/agent.js',
      'tributary://undici-code/agent.js',
      'tributary://undici-code/gone/lib/dispatcher/agent.js',
      'tributary://none/lib/dispatcher/agent.js',
    ])
      await expect(fetch(written)).rejects.toMatchObject({ code: 'DOCUMENT.NOT_FOUND', category: 'not_found' });
    await expect(fetch('lib/agents.js')).rejects.toThrow(
      'No document has the path lib/agents.js. Search for it by its name: every hit carries its uri.',
    );
    await note('undici-code', `undici/${agent.path}`, 'deleted');
    await expect(fetch(agent.path)).rejects.toMatchObject({ code: 'DOCUMENT.NOT_FOUND' });
  });

  it('is named, not handed out, where its path shares two parts with another, or a place that is known has no such file', async () => {
    const alike = `Paths that end alike: ${URI}.`;
    await expect(fetch('/srv/bob/dispatcher/agent.js')).rejects.toThrow('No document has the path /srv/bob/dispatcher/agent.js');
    await expect(fetch('/srv/ada/undici/src/lib/dispatcher/agent.js')).rejects.toThrow(alike);
    await files({ collection: 'core', source: { name: 'core', location: '/srv/ada/core' } }, [{ path: 'src/a.ts', text: 'a' }]);
    await expect(fetch('/srv/bob/src/a.ts')).rejects.toThrow('Paths that end alike: tributary://core/core/src/a.ts.');
  });
});

describe('a path that is the end of others', () => {
  const shop = { collection: 'shop-code', source: { name: 'repos', location: '/srv/repos' } };
  const order = { path: 'orders-service/src/placeOrder.ts', text: 'export function placeOrder() {\n  return 1;\n}' };
  const uri = 'tributary://shop-code/repos/orders-service/src/placeOrder.ts';

  it.each(['src/placeOrder.ts', 'placeOrder.ts', 'src/placeOrder.ts:2'])(
    'is that of the one file whose path ends so: %s',
    async (written) => {
      await files(shop, [order, { path: 'orders-service/src/replaceOrder.ts', text: "import { placeOrder } from './placeOrder.ts';" }]);
      expect(await fetch(written)).toMatchObject({ uri, path: order.path });
      await expect(fetch('tributary://shop-code/placeOrder.ts')).rejects.toMatchObject({ code: 'DOCUMENT.NOT_FOUND' });
    },
  );

  it('is meant by it where a search is asked why it is not there, too', async () => {
    await files(shop, [order]);
    const ask = (written: string) =>
      new WhyNot(bed).run(WhyNotRequest.parse({ query: 'place an order', uri: written }), { principal: localOwner });
    expect(await ask('orders-service/src/placeOrder.ts')).toMatchObject({ uri, verdict: 'shown' });
    expect(await ask('placeOrder.ts')).toMatchObject({ uri, verdict: 'shown' });
    expect(await ask('src/none.ts')).toMatchObject({ uri: 'src/none.ts', verdict: 'unknown' });
  });

  it('names them where there are several, five at most, of those that the caller may read', async () => {
    const many = Array.from({ length: 7 }, (_, n) => ({ ...order, path: `service-${n.toString()}/src/placeOrder.ts` }));
    await files(shop, many.slice(0, 2));
    await files({ collection: 'secret', source: { name: 'secret', location: '/srv/secret' } }, many.slice(2));
    const refusal = (path: string, principal?: Principal) => fetch(path, {}, principal).then(String, String);
    const told = await refusal('src/placeOrder.ts', reader({ collections: ['shop-code'] }));
    expect(told.match(/tributary:[^,. ]+\.ts/g)?.toSorted()).toEqual(
      [0, 1].map((n) => `tributary://shop-code/repos/service-${n.toString()}/src/placeOrder.ts`),
    );
    expect(told).toContain('Fetch the one that is meant by its uri, or write more of its path.');
    const all = await refusal('placeOrder.ts');
    expect(all.match(/tributary:/g)).toHaveLength(5);
    expect(all).toContain(' and more. Fetch');
  });
});

describe('a path that several files have', () => {
  const readme = { path: 'README.md', text: 'Read me.' };

  it('names them, ten at most', async () => {
    for (const name of ['a', 'b']) await files({ collection: name, source: { name, location: `/srv/${name}` } }, [readme]);
    await expect(fetch('README.md')).rejects.toMatchObject({
      code: 'DOCUMENT.AMBIGUOUS',
      category: 'conflict',
      message:
        'Several documents have the path README.md: tributary://a/a/README.md, tributary://b/b/README.md. Fetch the one that is meant by its uri, or write more of its path.',
    });
    expect((await fetch('tributary://b/README.md')).uri).toBe('tributary://b/b/README.md');
    expect((await fetch('/srv/b/README.md')).uri).toBe('tributary://b/b/README.md');
    for (const name of Array.from({ length: 10 }, (_, n) => `c${n.toString()}`))
      await files({ collection: name, source: { name, location: `/srv/${name}` } }, [readme]);
    const message = await fetch('README.md').then(String, String);
    expect(message.match(/tributary:/g)).toHaveLength(10);
    expect(message).toContain(' and more. Fetch');
  });

  it('is that of the innermost source where they are one file', async () => {
    await files({ collection: 'all', source: { name: 'ada', location: '/srv/ada' } }, [{ ...readme, path: 'b/README.md' }]);
    await files({ collection: 'b', source: { name: 'b', location: '/srv/ada/b' } }, [readme]);
    expect((await fetch('/srv/ada/b/README.md')).uri).toBe('tributary://b/b/README.md');
  });

  it('leads to a file that is a source of its own', async () => {
    const source = { name: 'one', location: '/srv/ada/plan.md', kind: 'file' } as const;
    await files({ collection: 'one', source }, [{ path: 'plan.md', text: 'One.' }]);
    expect((await fetch('/srv/ada/plan.md')).uri).toBe('tributary://one/one/plan.md');
  });

  it('may be an id under which a text was handed in', async () => {
    await files({ collection: 'docs' }, [{ path: 'guides/start.md', text: 'Start.' }]);
    expect((await fetch('guides/start.md')).uri).toBe('tributary://docs/guides/start.md');
    expect((await fetch('tributary://docs/guides/start.md:1')).content).toBe('Start.');
  });

  it('has lines behind a whole address also where the catalog knows no paths', async () => {
    await bed.collection('theirs', [{ key: 'plan.md', text: 'One.\nTwo.\nThree.' }]);
    for (const written of ['plan.md:2-3', 'plan.md#L2-L3'])
      expect(await fetch(`tributary://theirs/${written}`)).toMatchObject({ uri: 'tributary://theirs/plan.md', content: 'Two.\nThree.' });
  });

  it('is not meant by the address of another document that is gone', async () => {
    await files({ collection: 'web' }, [
      { path: 'https://x.example/docs', text: 'Docs.' },
      { path: 'ticket', text: 'Ticket.' },
    ]);
    for (const key of ['https%3A//x.example/docs/', '../ticket', './ticket', '/ticket', 'C%3A/ticket', 'ticket/', 'ticket:1', 'ticket(1)'])
      await expect(fetch(`tributary://web/${key}`)).rejects.toMatchObject({ code: 'DOCUMENT.NOT_FOUND' });
    expect((await fetch('tributary://web/ticket#L1')).content).toBe('Ticket.');
  });
});

describe('what the caller may not read', () => {
  it('is answered in the words for what is not there, and stands in nobody’s way', async () => {
    await files({ collection: 'secret', source: { name: 'secret', location: '/srv/secret' } }, [{ path: 'src/plan.md', text: 'Ours.' }]);
    await files({ collection: 'shared', source: { name: 'shared', location: '/srv/shared' } }, [
      { path: 'src/plan.md', text: 'Ada’s.', user_id: 'ada' },
      { path: 'lib/src/plan.md', text: 'Bob’s.', user_id: 'bob' },
    ]);
    const bob = reader({ user_id: 'bob', collections: ['shared'] });
    const refusal = (path: string) => fetch(path, {}, bob).then(String, String);
    for (const path of [
      '/srv/secret/src/plan.md',
      'secret/src/plan.md',
      'tributary://secret/src/plan.md',
      'tributary://shared/src/plan.md',
      '/srv/shared/src/plan.md',
    ])
      expect((await refusal(path)).replaceAll('src/plan.md', 'src/none.md')).toBe(await refusal(path.replace('plan', 'none')));
    expect(await refusal('src/plan.md')).not.toContain('secret');
    expect((await fetch('lib/src/plan.md', {}, bob)).content).toBe('Bob’s.');
    const uris = async (principal: Principal) => (await fetch('src/plan.md', {}, principal)).uri;
    expect(await uris(reader({ user_id: 'ada', collections: ['shared'] }))).toBe('tributary://shared/shared/src/plan.md');
  });
});
