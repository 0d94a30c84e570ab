/** How much a process has under way of one queue, where jobs differ in size: a consumer counts what it takes, and takes no more while this is full. */
export interface Workload {
  /** Counts a job that was taken, by its payload as it came, which nobody has checked. @returns what takes it off again; called once, when its run has ended */
  begin(payload: unknown): () => void;
  /** True while no further job should be taken; false while nothing is under way. */
  readonly isFull: boolean;
}
