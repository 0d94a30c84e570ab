import { Autoscaler } from './autoscaler.ts';
import { EventQueue } from './event-queue.ts';
import type { Observation, Outcome, SimulatedJob, SystemModel } from './model.ts';
import { SimulatedEmbedder } from './simulated-embedder.ts';

/** Runs a model of queue, Redis and embedders for so many seconds; what happens in the first `warmUp` of them is not counted. */
export function simulate(model: SystemModel, { seconds, warmUp = 0 }: { readonly seconds: number; readonly warmUp?: number }): Outcome {
  const simulation = new Simulation(model, warmUp);
  simulation.run(seconds);
  return simulation.outcome(seconds - warmUp);
}

class Simulation {
  readonly #model: SystemModel;
  readonly #warmUp: number;
  readonly #events = new EventQueue();
  readonly #queue: SimulatedJob[] = [];
  #head = 0;
  #tokensWaiting = 0;
  #tokensPolled = 0;
  #embedders: SimulatedEmbedder[] = [];
  #starting = 0;
  #redisFreeAt = 0;
  #redisBusy = 0;
  #tokens = 0;
  #embedderSeconds = 0;
  #busySeconds = 0;
  #counted = 0;
  readonly #waits: number[] = [];
  readonly #latencies: number[] = [];

  constructor(model: SystemModel, warmUp: number) {
    this.#model = model;
    this.#warmUp = warmUp;
    for (let n = 0; n < model.embedders; n++) this.#start();
    this.#starting = 0;
    this.#arrive();
    if (model.scaling !== undefined) this.#scale(model.scaling);
    this.#events.plan(warmUp, () => {
      this.#busySeconds = -this.#embedders.reduce((sum, { busySeconds }) => sum + busySeconds, 0);
      this.#redisBusy = 0;
      this.#counted = this.#events.now;
      this.#embedderSeconds = 0;
    });
  }

  run(seconds: number): void {
    this.#events.runUntil(seconds);
  }

  outcome(seconds: number): Outcome {
    this.#count();
    const busy = this.#busySeconds + this.#embedders.reduce((sum, { busySeconds }) => sum + busySeconds, 0);
    return {
      jobs: this.#latencies.length,
      tokens: this.#tokens,
      seconds,
      waits: this.#waits,
      latencies: this.#latencies,
      embedderSeconds: this.#embedderSeconds,
      redisBusy: this.#redisBusy / seconds,
      embeddersBusy: busy / this.#embedderSeconds,
    };
  }

  #scale(scaling: NonNullable<SystemModel['scaling']>): void {
    new Autoscaler(scaling, this.#events, {
      observe: () => this.#observe(scaling.pollSeconds),
      size: () => this.#embedders.length + this.#starting,
      start: () => {
        this.#starting--;
        this.#start();
      },
      stop: (count) => {
        this.#stop(count);
      },
      expect: () => {
        this.#starting++;
      },
    });
  }

  #observe(pollSeconds: number): Observation {
    const oldest = this.#queue[this.#head];
    const tokensPerSecond = this.#tokensPolled / pollSeconds;
    this.#tokensPolled = 0;
    return {
      now: this.#events.now,
      jobsWaiting: this.#queue.length - this.#head,
      tokensWaiting: this.#tokensWaiting,
      oldestSeconds: oldest === undefined ? 0 : this.#events.now - oldest.at,
      tokensPerSecond,
      embedders: this.#embedders.length,
    };
  }

  #start(): void {
    this.#count();
    this.#embedders.push(
      new SimulatedEmbedder(this.#model.embedder, this.#events, (job) => {
        this.#finish(job);
      }),
    );
    this.#dispatch();
  }

  /** Those that end finish what they hold. */
  #stop(count: number): void {
    this.#count();
    for (const embedder of this.#embedders.splice(-count)) {
      embedder.isLeaving = true;
      this.#busySeconds += embedder.busySeconds;
    }
  }

  #count(): void {
    this.#embedderSeconds += this.#embedders.length * (this.#events.now - this.#counted);
    this.#counted = this.#events.now;
  }

  #arrive(): void {
    const next = this.#model.nextArrival(this.#events.now);
    if (next === undefined) return;
    this.#events.plan(next.delay, () => {
      this.#queue.push({ at: this.#events.now, tokens: next.tokens });
      this.#tokensWaiting += next.tokens;
      this.#dispatch();
      this.#arrive();
    });
  }

  #dispatch(): void {
    while (this.#head < this.#queue.length) {
      const embedder = this.#emptiest();
      const job = this.#queue[this.#head];
      if (embedder === undefined || job === undefined) return;
      this.#head++;
      this.#tokensWaiting -= job.tokens;
      embedder.jobs++;
      const { now } = this.#events;
      const { redisJobsPerSecond, redisFactor = () => 1 } = this.#model;
      const cost = redisFactor() / redisJobsPerSecond;
      this.#redisFreeAt = Math.max(now, this.#redisFreeAt) + cost;
      this.#redisBusy += cost;
      if (job.at >= this.#warmUp) this.#waits.push(this.#redisFreeAt - job.at);
      this.#events.plan(this.#redisFreeAt - now, () => {
        embedder.receive(job);
      });
    }
  }

  /** Who has room and fewest jobs: idle ones ask Redis first. */
  #emptiest(): SimulatedEmbedder | undefined {
    let best: SimulatedEmbedder | undefined;
    for (const embedder of this.#embedders) if (embedder.hasRoom && (best === undefined || embedder.jobs < best.jobs)) best = embedder;
    return best;
  }

  #finish(job: SimulatedJob): void {
    this.#tokensPolled += job.tokens;
    if (this.#events.now >= this.#warmUp) {
      this.#tokens += job.tokens;
      this.#latencies.push(this.#events.now - job.at);
    }
    this.#dispatch();
  }
}
