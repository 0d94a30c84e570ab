import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { queueKey, wakeChannel } from '../connection/keys.js';
import type { Subscriptions } from '../connection/subscriptions.js';
import { LOCK_MS, QUIET_MS, TRY_AGAIN_MS } from '../consuming/worker.js';
import { takeTurn, tendRequests, type EndedRequest, type TakenRequest } from '../scripts/requests.js';

/** How often locks are renewed and those of the dead looked for: a killed process’s requests wait again after LOCK_MS and this. */
const TEND_MS = 200;
/** An answerer that nobody wakes looks by itself this often: a wake can get lost with Redis. */
const LOOK_MS = 500;

interface LineParts {
  readonly queue: string;
  readonly prefix: string;
  readonly redis: Redis;
  readonly subscriptions: Subscriptions;
  /** Requests under way at once. */
  readonly concurrency: number;
  readonly onTaken: (request: TakenRequest) => void;
}

/** The line of a queue’s requests as one answerer sees it. Each turn to Redis brings all answers there are and takes all requests there is room for; what happens
 *  while it is under way goes with the next one. So the busier it is, the fewer steps a request costs, and nothing waits for company. */
export class RequestLine {
  readonly #parts: LineParts;
  readonly #base: string;
  readonly #token = randomBytes(8).toString('hex');
  readonly #wakeChannel: string;
  readonly #held = new Set<string>();
  #ended: EndedRequest[] = [];
  #givenBack: string[] = [];
  #underWay: Promise<void> | undefined;
  #isDue = false;
  #isOpen = true;
  #turnedAt = 0;
  /** Nobody had a request; what is taken until then need not be looked after before. */
  #quietUntil = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: LineParts) {
    this.#parts = parts;
    this.#base = queueKey(parts.prefix, parts.queue, '');
    this.#wakeChannel = wakeChannel(parts.prefix, this.#token);
  }

  /** Resolves when it can be woken; then it takes requests. */
  async open(): Promise<void> {
    await this.#parts.subscriptions.listen(this.#wakeChannel, () => {
      this.#turn();
    });
    this.#timer = setInterval(() => void this.#tend(), TEND_MS);
    this.#turn();
  }

  /** The request has ended; an empty channel: nobody waits for its answer. */
  end(ended: EndedRequest): void {
    this.#held.delete(ended.id);
    this.#ended.push(ended);
    this.#turn();
  }

  /** The request is the first in the line again. */
  giveBack(id: string): void {
    this.#held.delete(id);
    this.#givenBack.push(id);
    this.#turn();
  }

  /** From now on nothing is taken. */
  close(): void {
    this.#isOpen = false;
    this.#turn();
  }

  /** After `close`: gives back what has not ended by now, and resolves when Redis knows of everything. */
  async leave(): Promise<void> {
    clearInterval(this.#timer);
    for (const id of [...this.#held]) this.giveBack(id);
    await this.#underWay;
  }

  #turn(): void {
    this.#isDue = true;
    this.#underWay ??= this.#turns().finally(() => (this.#underWay = undefined));
  }

  async #turns(): Promise<void> {
    while (this.#isDue) {
      this.#isDue = false;
      this.#turnedAt = performance.now();
      await this.#once();
    }
  }

  async #once(): Promise<void> {
    const { redis, concurrency, onTaken } = this.#parts;
    const [ended, givenBack] = [this.#ended, this.#givenBack];
    [this.#ended, this.#givenBack] = [[], []];
    const room = this.#isOpen ? Math.max(0, concurrency - this.#held.size) : 0;
    const turn = { token: this.#token, lockMs: LOCK_MS, room, wakeChannel: this.#wakeChannel, ended, givenBack };
    try {
      const { taken, more } = await takeTurn(redis, this.#base, turn);
      // What this process lost the lock of, and nobody else took, is still under way here, or left it while Redis was asked.
      const left = new Set([...this.#ended.map(({ id }) => id), ...this.#givenBack]);
      for (const request of taken.filter(({ id }) => !this.#held.has(id) && !left.has(id))) {
        this.#held.add(request.id);
        onTaken(request);
      }
      this.#isDue ||= more && this.#held.size < concurrency;
    } catch {
      if (redis.status === 'end') return; // closed by its owner
      this.#ended.unshift(...ended);
      this.#givenBack.unshift(...givenBack);
      this.#isDue = true;
      await pause(TRY_AGAIN_MS);
    }
  }

  async #tend(): Promise<void> {
    const { redis } = this.#parts;
    if (redis.status !== 'ready') return;
    const now = performance.now();
    if (now - this.#turnedAt > LOOK_MS) this.#turn();
    if (this.#held.size === 0 && now < this.#quietUntil) return;
    const args = [this.#token, LOCK_MS, TEND_MS, ...this.#held];
    const underWay = await tendRequests.run(redis, [this.#base], args).catch(() => undefined); // again in a moment
    this.#quietUntil = underWay === 0 ? now + QUIET_MS : 0;
  }
}
