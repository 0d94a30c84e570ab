import { Controller, Get, Header, Inject, UseGuards } from '@nestjs/common';
import type { CallContext, Operations } from '@tributary/contracts';
import { Caller, CallerGuard } from '../http/caller.js';
import { OPERATIONS } from '../http/tokens.js';
import { metricsText } from './metrics-text.js';

const MICROSECONDS = 1_000_000;

/** Figures for Prometheus, of what the caller may see: it scrapes with a token as everybody else calls with one. */
@UseGuards(CallerGuard)
@Controller('metrics')
export class MetricsController {
  constructor(@Inject(OPERATIONS) private readonly operations: Operations) {}

  @Get()
  @Header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  async read(@Caller() caller: CallContext) {
    const { user, system } = process.cpuUsage();
    return metricsText(await this.operations.status(caller), {
      memoryBytes: process.memoryUsage.rss(),
      cpuSeconds: (user + system) / MICROSECONDS,
      uptimeSeconds: process.uptime(),
    });
  }
}
