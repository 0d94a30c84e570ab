import type { Client } from '@modelcontextprotocol/client';
import { MemoryOperations } from '@tributary/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { connectInProcess } from '../clients/in-process.fixture.js';
import { fillWithTexts } from '../clients/texts.fixture.js';
import { DialectSet } from '../dialects/dialect-set.js';
import { nativeDialect } from '../native/native-tools.js';

let client: Client;
const operations = new MemoryOperations();
beforeAll(async () => {
  await fillWithTexts(operations);
  client = await connectInProcess(operations);
});

async function textOf(name: string, args: Record<string, string>, from = client): Promise<string> {
  const { messages } = await from.getPrompt({ name, arguments: args });
  return messages.map(({ content }) => (content.type === 'text' ? content.text : '')).join('\n');
}

describe('the prompts of native', () => {
  it('are these, each with what it needs', async () => {
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name, arguments: args = [] }) => [name, args.map((a) => `${a.name}${a.required ? '' : '?'}`).join(' ')])).toEqual(
      [
        ['find-and-cite', 'question collection?'],
        ['what-do-we-know-about', 'topic collection?'],
        ['compare-collections', 'topic first second'],
        ['explain-collection', 'collection'],
        ['remember-this', 'text collection?'],
      ],
    );
  });

  it('bring passages with them, quoted, with what was not searched', async () => {
    const text = await textOf('find-and-cite', { question: 'nightly backup', collection: '' });
    expect(text).toContain(
      '1. Backups (relevance 1.00)\n   ops/backup.md:1-2 · notes · tributary://notes/backup.md#0\n| The nightly backup runs at three.',
    );
    expect(text).toContain('Coverage: 2 searched, 1 timed out (slow: no answer within 800 ms)');
    expect(await textOf('find-and-cite', { question: 'backup', collection: 'code' })).not.toContain('nightly');
  });

  it('name the tools as they are served', async () => {
    const set = new DialectSet([{ name: 'other', tools: nativeDialect.tools.slice(0, 1) }]);
    const both = await connectInProcess(operations, { dialects: set.choose('other,native') });
    expect(await textOf('what-do-we-know-about', { topic: 'backups' }, both)).toContain('Call native_search at least three times');
    expect(await textOf('remember-this', { text: 'Backups run at three.' }, both)).toContain('Then call store with collection "memory"');
    const again = new DialectSet([{ ...nativeDialect, name: 'again' }]);
    const twice = await connectInProcess(operations, { dialects: again.choose('native,again') });
    expect((await twice.listPrompts()).prompts.map(({ name }) => name)).toContain('again_find-and-cite');
  });

  it.each([
    ['an unknown prompt', 'find', {}, 'There is no prompt "find". There are: find-and-cite,'],
    ['a missing argument', 'explain-collection', {}, 'The prompt explain-collection needs collection (The collection.).'],
    [
      'an unknown argument',
      'remember-this',
      { text: 'a', where: 'b' },
      'Unknown argument "where": the arguments of remember-this are text, collection.',
    ],
    ['a question that is too long', 'find-and-cite', { question: 'x'.repeat(20_001) }, 'The query is longer than 20,000 characters'],
    ['a collection that is not there', 'find-and-cite', { question: 'a', collection: 'nowhere' }, 'COLLECTION.NOT_FOUND'],
  ])('refuse %s', async (...[, name, args, message]) => {
    await expect(client.getPrompt({ name, arguments: args })).rejects.toThrow(message);
  });
});

describe('completion', () => {
  const complete = (ref: Parameters<Client['complete']>[0]['ref'], name: string, value: string) =>
    client.complete({ ref, argument: { name, value } }).then(({ completion }) => completion);

  it('offers collections, those that begin with what is typed first', async () => {
    await operations.ingestDocuments([{ v: 1, collection: 'release-notes', id: 'a', content: 'text' }]);
    const prompt = { type: 'ref/prompt', name: 'compare-collections' } as const;
    expect(await complete(prompt, 'first', 'NOTE')).toEqual({ values: ['notes', 'release-notes'], total: 2, hasMore: false });
    const template = { type: 'ref/resource', uri: 'tributary://{collection}/{+document}' } as const;
    expect((await complete(template, 'collection', 'co')).values).toEqual(['code']);
    expect((await complete(template, 'document', 'b')).values).toEqual([]);
    expect((await complete(prompt, 'topic', 'b')).values).toEqual([]);
  });

  it('gives at most 100 and says that there are more', async () => {
    const many = new MemoryOperations();
    for (let n = 0; n < 150; n += 1) await many.ingestDocuments([{ v: 1, collection: `c${n.toString()}`, id: 'a', content: 'text' }]);
    const crowded = await connectInProcess(many);
    const { completion } = await crowded.complete({
      ref: { type: 'ref/prompt', name: 'explain-collection' },
      argument: { name: 'collection', value: 'c' },
    });
    expect(completion).toMatchObject({ total: 150, hasMore: true });
    expect(completion.values).toHaveLength(100);
  });
});
