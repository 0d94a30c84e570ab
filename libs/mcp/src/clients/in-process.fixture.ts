import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { localOwner, type Operations } from '@tributary/contracts';
import { createMcpServer, type McpServerOptions } from '../server/create-mcp-server.js';

/** An official client joined to a server in this process. */
export async function connectInProcess(operations: Operations, options: Partial<McpServerOptions> = {}): Promise<Client> {
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  await createMcpServer({ operations, principal: localOwner, version: '1.2.3', ...options }).connect(serverSide);
  const client = new Client({ name: 'test', version: '0.0.0' });
  await client.connect(clientSide);
  return client;
}
