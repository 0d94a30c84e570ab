import '@tributary/platform/lean-heap';

// Loaded after the heap is set up: see lean-heap.
const { runGateway } = await import('@tributary/composition');
const { McpGatewayModule } = await import('./mcp-gateway.module.js');

runGateway({ args: process.argv.slice(2), module: (parts, gateway) => McpGatewayModule.over(parts, gateway) });
