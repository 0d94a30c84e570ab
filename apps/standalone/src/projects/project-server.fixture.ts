import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { startStandalone } from '@tributary/composition';
import { loadConfiguration, silentLogger } from '@tributary/platform';
import { eventually, temporaryFolder } from '@tributary/testing';
import { z } from 'zod';

const SHOP: Readonly<Record<string, string>> = {
  '.gitignore': 'secret-plans/\n*.log\n',
  'README.md': '# Shop\n\nOrders are shipped by pigeon from the harbour.\n',
  'docs/returns.md': '# Returns\n\nParcels that come back are weighed and counted.\n',
  'src/cart.ts':
    'export function totalOfCart(prices: readonly number[]): number {\n  return prices.reduce((sum, price) => sum + price, 0);\n}\n',
  'src/stock.py': 'def reorder_level(sold_per_day, days):\n    """How many pieces to keep in stock."""\n    return sold_per_day * days\n',
  'secret-plans/moon.md': 'The zeppelin lands on the moon.\n',
  '.gitmodules': '[submodule "paint"]\n\tpath = vendor/paint\n\turl = https://example.org/paint.git\n',
  'vendor/paint/mix.py': 'def mix_colours(red, blue):\n    return red + blue\n',
  'debug.log': 'zeppelin zeppelin zeppelin\n',
};

const Result = z.object({
  isError: z.boolean().optional(),
  content: z.array(z.object({ text: z.string() })),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
});
const Results = z.object({
  results: z.array(z.object({ path: z.string(), content: z.string(), score: z.number(), metadata: z.record(z.string(), z.unknown()) })),
});

interface Reply {
  readonly isError: boolean;
  readonly text: string;
  readonly structured: Readonly<Record<string, unknown>>;
}

interface ProjectServerOptions {
  readonly daemon?: (folder: string) => Readonly<Record<string, unknown>>;
  readonly logged?: string[];
}

/** A standalone server in this process, and folders that it may index. */
export class ProjectServer {
  readonly #clients = new Map<string, Client>();

  private constructor(
    /** Folder of the projects. */
    readonly folder: string,
    readonly server: Awaited<ReturnType<typeof startStandalone>>,
    private readonly remove: () => Promise<void>,
  ) {}

  /** @param daemon settings of the daemon's API, which then answers, too; @param logged hears every line of the log */
  static async start({ daemon, logged }: ProjectServerOptions = {}): Promise<ProjectServer> {
    const folder = await temporaryFolder();
    const configuration = await loadConfiguration({
      environment: {},
      overrides: [
        { path: ['data', 'folder'], value: join(folder.path, 'data'), flag: '--data' },
        { path: ['server', 'port'], value: 0, flag: '--port' },
        { path: ['web', 'allowAddresses'], value: ['127.0.0.1/32'], flag: 'web.allow_addresses' },
        ...Object.entries(daemon?.(folder.path) ?? {}).map(([key, value]) => ({ path: ['daemon', key], value, flag: `daemon.${key}` })),
        { path: ['sources', 'roots'], value: [join(folder.path, 'work')], flag: 'sources.roots' },
      ],
    });
    const logger = logged === undefined ? silentLogger : listeningLogger(logged);
    const server = await startStandalone({ configuration, logger, daemon: daemon !== undefined });
    return new ProjectServer(join(folder.path, 'work'), server, () => folder.remove());
  }

  /** Writes the files of a shop, or those given. @returns its root */
  async project(name: string, files: Readonly<Record<string, string>> = SHOP): Promise<string> {
    const root = join(this.folder, name);
    for (const [path, text] of Object.entries(files)) await this.write(join(root, path), text);
    return root;
  }

  async write(path: string, text: string): Promise<void> {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }

  /** Calls a tool of these dialects, over HTTP with the owner’s token. */
  async call(dialects: string, name: string, args: Record<string, unknown> = {}): Promise<Reply> {
    const {
      isError = false,
      content,
      structuredContent = {},
    } = Result.parse(await (await this.#client(dialects)).callTool({ name, arguments: args }));
    return { isError, text: content[0]?.text ?? '', structured: structuredContent };
  }

  /** Paths and more that a search of project-code finds. */
  async search(query: string, args: Record<string, unknown> = {}) {
    const reply = await this.call('project-code', 'search_code', { query, ...args });
    if (reply.isError) throw new Error(reply.text);
    return Results.parse(reply.structured).results;
  }

  /** Until nothing of the project waits. */
  async settled(root: string): Promise<void> {
    await eventually(async () => {
      const project = (await this.server.operations.listProjects(context())).find(({ project_root }) => project_root === root);
      return project?.state === 'idle' && project.pending === 0;
    });
  }

  async stop(): Promise<void> {
    for (const client of this.#clients.values()) await client.close();
    await this.server.close();
    await this.remove();
  }

  async #client(dialects: string): Promise<Client> {
    const known = this.#clients.get(dialects);
    if (known) return known;
    const client = new Client({ name: 'test', version: '0' });
    const requestInit = { headers: { authorization: `Bearer ${this.server.token}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`/mcp/${dialects}`, this.server.url), { requestInit }));
    this.#clients.set(dialects, client);
    return client;
  }
}

function context() {
  return {
    principal: { subject: 'owner', groups: [], scopes: ['*'], collections: ['*'], unrestricted: true },
    signal: AbortSignal.timeout(30_000),
  };
}

function listeningLogger(lines: string[]): typeof silentLogger {
  const hear = (message: string, fields?: object) => void lines.push(`${message} ${JSON.stringify(fields ?? {})}`);
  return { ...silentLogger, debug: hear, info: hear, warn: hear, error: hear };
}
