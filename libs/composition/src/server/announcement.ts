import { retryable } from '@tributary/kernel';
import type { HealthCheck } from '@tributary/platform/http';

/** Keeps a server from being ready until `server.json` says how it is reached: who waits for the one reads the other next. */
export class Announcement implements HealthCheck {
  readonly name = 'server.json';
  #isMade = false;

  made(): void {
    this.#isMade = true;
  }

  /** @throws `SERVER.STARTING` */
  check(): Promise<undefined> {
    if (this.#isMade) return Promise.resolve(undefined);
    return Promise.reject(retryable('SERVER.STARTING', 'not written yet: the server is starting'));
  }
}
