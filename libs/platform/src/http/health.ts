import { setTimeout as pause } from 'node:timers/promises';
import { Controller, Get, Inject, Module, Res, type DynamicModule } from '@nestjs/common';
import { toErrorRecord } from '@tributary/kernel';
import type { FastifyReply } from 'fastify';

/** One thing readiness depends on. */
export interface HealthCheck {
  readonly name: string;
  /** Resolves with words about its state where there are any. @throws when it is not ready, with the reason */
  check(): Promise<string | undefined>;
}

interface CheckState {
  readonly ok: boolean;
  readonly detail?: string;
}

const CHECKS = Symbol('health checks');
/** A store under load may take its time; probes wait for 3 s and more. */
const CHECK_LIMIT_MS = 2000;

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
    const states = await Promise.all(this.checks.map(async (check) => [check.name, await stateOf(check)] as const));
    const reasons = states.filter(([, { ok }]) => !ok).map(([name, { detail }]) => `${name}: ${detail ?? 'not ready'}`);
    void reply.status(reasons.length === 0 ? 200 : 503);
    return { status: reasons.length === 0 ? 'ready' : 'not_ready', reasons, checks: Object.fromEntries(states) };
  }
}

/** `/health/live` and `/health/ready`. */
@Module({})
export class HealthModule {
  static register(checks: readonly HealthCheck[]): DynamicModule {
    return { module: HealthModule, controllers: [HealthController], providers: [{ provide: CHECKS, useValue: checks }] };
  }
}

async function stateOf(check: HealthCheck): Promise<CheckState> {
  const limit = new AbortController();
  try {
    const late = pause(CHECK_LIMIT_MS, undefined, { signal: limit.signal }).then(() => {
      throw new Error(`no answer within ${CHECK_LIMIT_MS.toString()} ms`);
    });
    const detail = await Promise.race([check.check(), late]);
    return { ok: true, ...(detail === undefined ? {} : { detail }) };
  } catch (error) {
    return { ok: false, detail: toErrorRecord(error).message };
  } finally {
    limit.abort();
  }
}
