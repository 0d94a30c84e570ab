import { WaitingError } from 'bullmq';
import type { Returned } from '../viewing/outcomes.js';
import { STAND_BACK_MS, standBack, type Ending, type Started } from './endings.js';

interface Run {
  latest: Started;
  isEnding: boolean;
  readonly returned: Promise<Returned>;
  /** Ends the fetch that brought the job last, which another one takes the place of. */
  release: () => void;
}

/** The runs of a queue's jobs in this process, one of a job at a time. A process that stands still loses its locks, and BullMQ brings it such a job again while
 *  the run goes on: that run then ends under the new lock. */
export class JobRuns {
  readonly #runs = new Map<string, Run>();
  readonly #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get size(): number {
    return this.#runs.size;
  }

  /** The jobs that run, each with the lock it was brought with last. */
  get latest(): readonly Started[] {
    return [...this.#runs.values()].map(({ latest }) => latest);
  }

  latestOf(id: string): Started | undefined {
    return this.#runs.get(id)?.latest;
  }

  /** Begins a run, unless one of the job is under way. @throws WaitingError, which has BullMQ leave the job alone, as soon as it is brought again */
  async enter(id: string, started: Started, begin: (end: (ending: Ending) => Promise<Returned>) => Promise<Returned>): Promise<Returned> {
    let run = this.#runs.get(id);
    if (run?.isEnding === true) return standBack(started, STAND_BACK_MS);
    if (run === undefined) run = this.#begin(id, started, begin);
    else run.release();
    const superseded = Promise.withResolvers<never>();
    run.latest = started;
    run.release = () => {
      superseded.reject(new WaitingError());
    };
    return Promise.race([run.returned, superseded.promise]);
  }

  #begin(id: string, started: Started, begin: (end: (ending: Ending) => Promise<Returned>) => Promise<Returned>): Run {
    const waits = Promise.withResolvers<Returned>();
    const run: Run = { latest: started, isEnding: false, returned: waits.promise, release: () => undefined };
    this.#runs.set(id, run);
    const end = (ending: Ending): Promise<Returned> => {
      run.isEnding = true;
      return ending(run.latest);
    };
    const began = begin(end);
    this.#onChange(); // counted by now, so that nothing is fetched by the room from before it
    began
      .finally(() => {
        this.#runs.delete(id);
        this.#onChange();
      })
      .then(waits.resolve, waits.reject);
    return run;
  }
}
