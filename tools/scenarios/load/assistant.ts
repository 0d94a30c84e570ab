import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { SearchAnswer } from '@tributary/contracts';
import type { Deployment } from '../deployment/deployment.ts';

/** An assistant that speaks MCP with the official client. */
export class Assistant {
  readonly #client = new Client({ name: 'scenarios', version: '1.0.0' });

  static async connect({ url, place }: Deployment): Promise<Assistant> {
    const assistant = new Assistant();
    const headers = { authorization: `Bearer ${place.token}` };
    await assistant.#client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }));
    return assistant;
  }

  async tools(): Promise<readonly string[]> {
    const { tools } = await this.#client.listTools();
    return tools.map(({ name }) => name);
  }

  async search(query: string, collections: readonly string[] = ['*']): Promise<SearchAnswer> {
    const { structuredContent, isError, content } = await this.#client.callTool({
      name: 'search',
      arguments: { query, collections: [...collections], deadline_ms: 30_000, limit: 5 },
    });
    if (isError === true) throw new Error(JSON.stringify(content));
    return SearchAnswer.parse(structuredContent);
  }

  async close(): Promise<void> {
    await this.#client.close();
  }
}
