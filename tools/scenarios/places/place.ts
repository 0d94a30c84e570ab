// What the scenarios need of the place they run in: a Redis, engines, and services that can be started one by one.

export const SERVICES = ['search-federation', 'ingest-worker', 'embedder', 'mcp-gateway'] as const;
export type Service = (typeof SERVICES)[number];

/** How a service ended, and all it wrote to standard error. */
export interface ServiceEnd {
  readonly code: number | null;
  readonly output: string;
}

/** A service that has said it is ready. */
export interface RunningService {
  /** Where this machine reaches its `/health` and `/metrics`; of a gateway everything else, too. */
  readonly url: string;
  /** Of its process, where that runs on this machine. */
  readonly pid?: number;
  /** Sends the signal and waits for the end. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<ServiceEnd>;
}

/** Local processes, or containers. Scenarios are written once against it. */
export interface Place {
  /** What callers send to the gateways. */
  readonly token: string;
  readonly redis: {
    /** As reached from this machine. */
    readonly url: string;
    readonly prefix: string;
    /** Kills the server and starts it again on the data it wrote to disk. */
    restart(): Promise<void>;
  };
  /** Name of the collection that the engine beside the primary one holds; undefined where there is no such engine. */
  readonly beside: string | undefined;
  launch(service: Service): Promise<RunningService>;
  /** Ends everything and removes its data. */
  remove(): Promise<void>;
}
