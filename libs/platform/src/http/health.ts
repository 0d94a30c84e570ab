import { Controller, Get, Inject, Module, Res, type DynamicModule } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { readinessOf, type HealthCheck } from './readiness.js';

const CHECKS = Symbol('health checks');

@Controller('health')
class HealthController {
  constructor(@Inject(CHECKS) private readonly checks: readonly HealthCheck[]) {}

  /** The process runs and answers. */
  @Get('live')
  live() {
    return { status: 'live' };
  }

  /** What the process needs is there; else 503 with the reasons. */
  @Get('ready')
  async ready(@Res({ passthrough: true }) reply: FastifyReply) {
    const { reasons, states } = await readinessOf(this.checks);
    void reply.status(reasons.length === 0 ? 200 : 503);
    return { status: reasons.length === 0 ? 'ready' : 'not_ready', reasons, checks: states };
  }
}

/** `/health/live` and `/health/ready`. */
@Module({})
export class HealthModule {
  static register(checks: readonly HealthCheck[]): DynamicModule {
    return { module: HealthModule, controllers: [HealthController], providers: [{ provide: CHECKS, useValue: checks }] };
  }
}
