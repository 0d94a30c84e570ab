/** How much a process has under way of one queue, where jobs differ in size: a consumer counts what it takes, and takes no more than there is room for. */
export interface Workload {
  /** Counts a job that was taken, by its payload as it came, which nobody has checked. @returns what takes it off again; called once, when its run has ended */
  begin(payload: unknown): () => void;
  /** How many more jobs should be taken, if they are of the usual size; above 0 while nothing is under way. */
  readonly room: number;
}
