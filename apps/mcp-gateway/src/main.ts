import { runGateway } from '@tributary/composition';
import { McpGatewayModule } from './mcp-gateway.module.js';

runGateway({ args: process.argv.slice(2), module: (gateway, health) => McpGatewayModule.over(gateway, health) });
