import { Module, type DynamicModule } from '@nestjs/common';
import { gatewayHealth, type GatewayRole, type Parts } from '@tributary/composition';
import { HealthModule } from '@tributary/platform/http';

/** The gateway: HTTP API and MCP in front, queues and catalog behind. */
@Module({})
export class McpGatewayModule {
  static over(parts: Parts, gateway: GatewayRole): DynamicModule {
    return { module: McpGatewayModule, imports: [gateway.module, HealthModule.register(gatewayHealth(parts))] };
  }
}
