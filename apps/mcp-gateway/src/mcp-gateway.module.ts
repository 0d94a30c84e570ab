import { Module, type DynamicModule } from '@nestjs/common';
import type { GatewayRole } from '@tributary/composition';

/** The gateway: HTTP API and MCP in front, queues and catalog behind. */
@Module({})
export class McpGatewayModule {
  static over(gateway: GatewayRole, health: DynamicModule): DynamicModule {
    return { module: McpGatewayModule, imports: [gateway.module, health] };
  }
}
