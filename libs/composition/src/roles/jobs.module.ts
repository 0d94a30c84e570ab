import {
  Inject,
  Module,
  type BeforeApplicationShutdown,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { JobHost, type HandledQueue } from '@tributary/messaging-port';
import type { Parts } from '../parts/compose-parts.js';

/** Queues a role answers for, and the objects whose classes handle them. */
interface RoleJobs {
  readonly handles: readonly HandledQueue[];
  readonly jobs: readonly object[];
  /** What the first request needs, so that it does not pay for it: done before any is taken. */
  readonly prepare?: () => Promise<unknown>;
  /** Called when jobs are taken; not waited for. */
  readonly started?: () => void;
}

interface HostedRole extends RoleJobs {
  readonly queues: Parts['queues'];
  readonly graceMs: number;
}

const ROLE = Symbol('role');

/** Takes jobs while the application runs. Work is drained while HTTP still answers; requests are answered until HTTP is closed. */
class RoleHost implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  readonly #work: JobHost;
  readonly #requests: JobHost;
  readonly #graceMs: number;
  readonly #prepare: RoleJobs['prepare'];
  readonly #started: RoleJobs['started'];

  constructor(@Inject(ROLE) { queues, handles, jobs, graceMs, prepare, started }: HostedRole) {
    const ofKind = (kind: 'work' | 'request') => new JobHost({ queues, jobs, handles: handles.filter(({ queue }) => queue.kind === kind) });
    this.#work = ofKind('work');
    this.#requests = ofKind('request');
    this.#graceMs = graceMs;
    this.#prepare = prepare;
    this.#started = started;
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.#prepare?.();
    await this.#requests.start();
    await this.#work.start();
    this.#started?.();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.#work.stop(this.#graceMs);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#requests.stop(this.#graceMs);
  }
}

/** Boots a role’s handlers with the application; refuses a listed queue that has no handler or two. */
@Module({})
export class JobsModule {
  static register(role: HostedRole): DynamicModule {
    return { module: JobsModule, providers: [{ provide: ROLE, useValue: role }, RoleHost] };
  }
}
