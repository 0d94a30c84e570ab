import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { SearchAnswer, StatusAnswer } from '@tributary/contracts';
import { builtProgram, eventually, temporaryFolder } from '@tributary/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';

const CLI = builtProgram('cli');

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let assistants: Assistant[];

beforeEach(async () => {
  folder = await temporaryFolder();
  assistants = [];
});
afterEach(async () => {
  await Promise.all(assistants.map((assistant) => assistant.close()));
  await folder.remove();
});

/** An assistant with a server of its own on standard input and output, as every client starts one. */
class Assistant {
  readonly #client = new Client({ name: 'test', version: '1.0.0' });
  readonly #transport = new StdioClientTransport({
    command: process.execPath,
    args: ['--disable-warning=ExperimentalWarning', CLI, 'mcp', '--data', join(folder.path, 'data')],
    env: { HOME: folder.path }, // below which an assistant may have folders ingested
    stderr: 'ignore',
  });

  static async start(): Promise<Assistant> {
    const assistant = new Assistant();
    assistants.push(assistant);
    await assistant.#client.connect(assistant.#transport);
    return assistant;
  }

  async call(name: string, args: Record<string, unknown> = {}): Promise<unknown> {
    const { structuredContent, isError, content } = await this.#client.callTool({ name, arguments: args });
    if (isError === true) throw new Error(JSON.stringify(content));
    return structuredContent;
  }

  async status(): Promise<StatusAnswer> {
    return StatusAnswer.parse(await this.call('status'));
  }

  kill(): void {
    if (this.#transport.pid !== null) process.kill(this.#transport.pid, 'SIGKILL');
  }

  async close(): Promise<void> {
    await this.#client.close().catch(() => undefined);
  }
}

async function writeNotes(count: number): Promise<string> {
  const notes = join(folder.path, 'notes');
  await mkdir(notes);
  for (let n = 0; n < count; n++) {
    const text = `Ferry ${n.toString()} crosses the sound at low tide with mail for island ${(n * 5).toString()}. `.repeat(20);
    await writeFile(join(notes, `ferry-${n.toString()}.md`), `# Ferry ${n.toString()}\n\n${text}\n`);
  }
  return notes;
}

it(
  'three assistants go on when the one that serves the others is killed in the middle of a search and of an ingest',
  { timeout: 120_000 },
  async () => {
    const documents = 300;
    const location = await writeNotes(documents);
    const owner = await Assistant.start();
    const others = [await Assistant.start(), await Assistant.start()];
    await others[0]?.call('store', { text: 'The harbour master keeps the spare key.', collection: 'memory' });
    await others[1]?.call('ingest', { location });
    await eventually(async () => {
      const [source] = (await owner.status()).sources;
      expect(source?.documents).toBeGreaterThan(10);
      expect(source?.pending).toBeGreaterThan(10);
    });

    const searches = others.map((assistant) =>
      assistant.call('search', { query: 'spare key', collections: ['memory'], deadline_ms: 10_000 }),
    );
    owner.kill();
    for (const answer of await Promise.all(searches)) expect(SearchAnswer.parse(answer).hits).toHaveLength(1);

    for (const assistant of others) {
      await eventually(async () => {
        const [source] = (await assistant.status()).sources;
        expect(source).toMatchObject({ state: 'idle', documents, pending: 0, failed: 0 });
      }, 90_000);
    }
    const { collections } = (await others[0]?.status()) ?? {};
    expect(collections?.find(({ name }) => name === 'notes-docs')?.documents).toBe(documents);
  },
);
