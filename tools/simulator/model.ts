/** A job: one document to embed. */
export interface SimulatedJob {
  readonly at: number;
  readonly tokens: number;
}

/** What an embedder is made of; times in seconds. */
export interface EmbedderModel {
  /** Jobs it holds at once (`queues.embed_chunks_concurrency`). */
  readonly concurrency: number;
  readonly batchTokens: number;
  /** Jobs of one batch at most; without it tokens alone are the bound. */
  readonly batchJobs?: number;
  /** Batches under way at once. */
  readonly inFlight: number;
  /** How long a batch that is not full waits for more jobs; without it not at all. */
  readonly gatherSeconds?: number;
  /** Time of a batch, given its tokens. */
  readonly batchSeconds: (tokens: number) => number;
  /** What a job that an embedder holds takes beside its batch: what is read before, and written after; nothing unless said. */
  readonly besideSeconds?: number;
}

export interface SystemModel {
  readonly embedder: EmbedderModel;
  /** Jobs a second that Redis can hand out and finish, whoever asks. */
  readonly redisJobsPerSecond: number;
  /** By what factor a job’s time at Redis differs from the mean; without it each takes the mean. */
  readonly redisFactor?: () => number;
  /** Seconds until the next job arrives, and its tokens; undefined when no more come. */
  readonly nextArrival: (now: number) => { readonly delay: number; readonly tokens: number } | undefined;
  readonly embedders: number;
  readonly scaling?: Scaling;
}

/** What an autoscaler sees at a poll: the figures of /metrics. */
export interface Observation {
  readonly now: number;
  readonly jobsWaiting: number;
  readonly tokensWaiting: number;
  readonly oldestSeconds: number;
  /** Tokens embedded since the last poll, each second. */
  readonly tokensPerSecond: number;
  readonly embedders: number;
}

export interface Scaling {
  readonly pollSeconds: number;
  /** A smaller number counts only when it was wanted all the time for so long. */
  readonly stabilisationSeconds: number;
  readonly startSeconds: number;
  readonly least: number;
  readonly most: number;
  readonly desired: (seen: Observation) => number;
}

export interface Outcome {
  readonly jobs: number;
  readonly tokens: number;
  readonly seconds: number;
  /** From arrival to the moment an embedder took it, one for each job. */
  readonly waits: readonly number[];
  /** From arrival to the end, one for each job. */
  readonly latencies: readonly number[];
  readonly embedderSeconds: number;
  /** Shares of the time. */
  readonly redisBusy: number;
  readonly embeddersBusy: number;
}
