export { createDialects } from './dialects/create-dialects.js';
export { describeTools, type DescribedTool } from './dialects/described-tools.js';
export { DialectSet } from './dialects/dialect-set.js';
export { ProjectSession } from './dialects/projects/project-session.js';
export type { DialectSettings } from './dialects/dialect-settings.js';
export { createMcpHttpHandler, type McpHttpCall, type McpHttpHandler, type McpHttpServing } from './http/mcp-http-handler.js';
export { createMcpServer, type McpServerOptions, type McpServing } from './server/create-mcp-server.js';
export { generateInstructions } from './server/instructions.js';
export { serveStdio, type StdioServer, type StdioServing } from './stdio/serve-stdio.js';
